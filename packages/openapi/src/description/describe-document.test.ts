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

type Schema = { properties: Record<string, { description?: string; examples?: unknown[] }> };
const propertiesOf = (described: ReturnType<typeof document>) =>
  (described.components.schemas.Thing as Schema).properties;

test('a property keeps its own description; otherwise the catalogue adds one with an example', () => {
  const described = describeDocument(
    document({
      type: 'object',
      properties: {
        caseId: { type: 'string', format: 'uuid' },
        latitude: { type: 'number', description: 'Latitude of the lighthouse.', examples: [48] },
      },
    }),
  );
  expect(propertiesOf(described)).toMatchObject({
    caseId: {
      description: 'Identifier of the verification case.',
      examples: [expect.stringMatching(/^[0-9a-f-]{36}$/)],
    },
    latitude: { description: 'Latitude of the lighthouse.', examples: [48] },
  });
  expect(describeDocument(described)).toEqual(described);
});

test('reports properties and parameters without a description at any depth', () => {
  const missing: string[] = [];
  const nested = { type: 'object', properties: { undescribed: { type: 'string' } } };
  describeDocument(
    document(
      { type: 'object', properties: { items: { type: 'array', items: { anyOf: [nested, { type: 'null' }] } } } },
      [
        { name: 'limit', in: 'query', schema: { type: 'integer' } },
        { name: 'undescribed', in: 'query', schema: { type: 'string' } },
      ],
    ),
    (place) => missing.push(place),
  );
  expect(missing).toEqual(['getThing: query.undescribed', 'items.undescribed']);
});

test('names with many meanings have no common description', () => {
  const missing: string[] = [];
  const properties = Object.fromEntries(
    ['state', 'status', 'type', 'code', 'kind'].map((name) => [name, { type: 'string' }]),
  );
  describeDocument(document({ type: 'object', properties }), (place) => missing.push(place));
  expect(missing).toHaveLength(5);
});
