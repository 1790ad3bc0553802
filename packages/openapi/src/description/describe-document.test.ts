import { expect, test } from 'vitest';
import { describeDocument } from './describe-document.ts';

const document = (schema: object, parameters: { name: string; in: string; schema: object }[] = []) => ({
  paths: {
    '/things': {
      get: {
        operationId: 'getThing',
        parameters,
        responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } } },
      },
    },
  },
  components: { schemas: { Thing: schema } },
});

const meanings = { on: { means: 'It burns.' }, off: { means: 'It does not burn.' } };

type Schema = { properties: Record<string, { description?: string; examples?: unknown[] }> };
const propertiesOf = (described: ReturnType<typeof document>) =>
  (described.components.schemas.Thing as Schema).properties;

test('a property keeps its text and example, and its values are listed with their meanings', () => {
  const state = { type: 'string', enum: ['on', 'off'], description: 'State.', 'x-values': meanings };
  const described = describeDocument(
    document({
      type: 'object',
      properties: {
        caseId: { type: 'string', format: 'uuid', description: 'Identifier of the case.' },
        latitude: { type: 'number', description: 'Latitude of the lighthouse.', examples: [48] },
        state,
      },
    }),
  );
  expect(propertiesOf(described)).toEqual({
    caseId: expect.objectContaining({
      description: 'Identifier of the case.',
      examples: [expect.stringMatching(/^[0-9a-f-]{36}$/)],
    }),
    latitude: { type: 'number', description: 'Latitude of the lighthouse.', examples: [48] },
    state: {
      type: 'string',
      'x-extensible-enum': ['on', 'off'],
      description: 'State.\n\n- `on`: It burns.\n- `off`: It does not burn.',
    },
  });
  expect(describeDocument(described)).toEqual(described);
});

test('reports properties, parameters and values without a text at any depth', () => {
  const missing: string[] = [];
  const nested = {
    type: 'object',
    properties: {
      undescribed: { type: 'string' },
      state: { type: 'string', enum: ['on', 'dimmed'], description: 'State.', 'x-values': meanings },
    },
  };
  const items = { type: 'array', description: 'Lights.', items: { anyOf: [nested, { type: 'null' }] } };
  describeDocument(
    document({ type: 'object', properties: { items } }, [
      { name: 'limit', in: 'query', schema: { type: 'integer', description: 'At most.' } },
      { name: 'undescribed', in: 'query', schema: { type: 'string' } },
    ]),
    (place) => missing.push(place),
  );
  expect(missing).toEqual(['getThing: query.undescribed', 'items.undescribed', 'items.state: dimmed']);
});

test('no field gets the text or the example of another field with its name', () => {
  const missing: string[] = [];
  const own = { type: 'string', description: 'Why the case was opened.', examples: ['A customer complained.'] };
  const described = describeDocument(
    document({
      type: 'object',
      properties: {
        reason: own,
        decision: { type: 'object', description: 'The decision.', properties: { reason: { type: 'string' } } },
      },
    }),
    (place) => missing.push(place),
  );
  expect(missing).toEqual(['decision.reason']);
  expect(JSON.stringify(described).match(/complained/g)).toHaveLength(1);
});

test('a nullable kind of field shows its text at the property', () => {
  const anyOf = [{ type: 'string', description: 'When it ended.', format: 'date-time' }, { type: 'null' }];
  const described = describeDocument(document({ type: 'object', properties: { endedAt: { anyOf } } }));
  expect(propertiesOf(described)).toMatchObject({ endedAt: { description: 'When it ended.' } });
});
