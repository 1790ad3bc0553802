import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';

type Media = { schema?: object; example?: unknown; examples?: Record<string, { $ref: string }> };
type Body = { content?: Record<string, Media> };
type Operation = {
  operationId: string;
  parameters?: { name: string; schema: object; example?: unknown }[];
  requestBody?: Body;
  responses: Record<string, Body>;
};

const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../../contracts', name), 'utf8'));
const openapi = read('openapi.json');
const asyncapi = read('asyncapi.json');
const operations = Object.values(openapi.paths).flatMap((item) => Object.values(item as object)) as Operation[];

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: 'contract', components: openapi.components });
function validationErrors(schema: object, value: unknown): string | undefined {
  const whole = JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"contract#/components/'));
  return ajv.validate(whole, value) ? undefined : `${JSON.stringify(value)}: ${ajv.errorsText()}`;
}

test('every parameter has a valid example', () => {
  const wrong = operations.flatMap(({ operationId, parameters = [] }) =>
    parameters
      .map(({ name, schema, example }) =>
        example === undefined
          ? `${operationId} ${name}: none`
          : named(`${operationId} ${name}`, validationErrors(schema, example)),
      )
      .filter(Boolean),
  );
  expect(wrong).toEqual([]);
});

test('every JSON body has a valid example', () => {
  const wrong = operations.flatMap(({ operationId, requestBody, responses }) => {
    const bodies = [...Object.entries(responses), ['body', requestBody ?? {}] as const];
    return bodies.flatMap(([place, { content = {} }]) => {
      const { schema, example } = content['application/json'] ?? {};
      if (!schema) return [];
      const name = `${operationId} ${place}`;
      return example === undefined ? [`${name}: none`] : (named(name, validationErrors(schema, example)) ?? []);
    });
  });
  expect(wrong).toEqual([]);
});

test('no example combines fields that its route rejects together', () => {
  const exclusive = { createOverride: ['targetId', 'days'] };
  const fieldsOf = (id: string) => {
    const { requestBody } = operations.find(({ operationId }) => operationId === id) as Operation;
    return Object.keys(requestBody?.content?.['application/json']?.example as object);
  };
  const given = Object.entries(exclusive).map(([id, fields]) => fieldsOf(id).filter((field) => fields.includes(field)));
  expect(given).toEqual([[]]);
  expect(fieldsOf('createVerificationCase')).not.toContain('requirementKeys');
  expect(fieldsOf('createUploadIntent')).not.toContain('replacesIntentId');
  // A publication, a case of another kind than `review`, an appeal that is upheld.
  expect(fieldsOf('transitionProvider')).not.toContain('reasonCode');
  expect(fieldsOf('createDecision')).not.toContain('claimEndReason');
  expect(fieldsOf('createAppealDecision')).toEqual(['outcome', 'reasonCodes', 'reason']);
});

test('a choice between fields is oneOf with a required field each, not prose', () => {
  const prose = Object.entries(openapi.components.schemas as Record<string, object>).filter(([, schema]) =>
    /"description":"[^"]*([Ee]ither this|, instead of `)/.test(JSON.stringify(schema)),
  );
  expect(prose.map(([name]) => name)).toEqual([]);
  const { requestBody } = operations.find(({ operationId }) => operationId === 'verifyClaim') as Operation;
  expect(requestBody).toMatchObject({ required: true });
  for (const name of ['ClaimVerify', 'ClaimVerifyItem']) {
    const { oneOf } = openapi.components.schemas[name] as { oneOf: { required: string[] }[] };
    expect(new Set(oneOf.map(({ required }) => required[0])).size, name).toBe(2);
  }
});

test('every problem of an operation has a valid example', () => {
  const references = operations.flatMap(({ responses }) =>
    Object.entries(responses)
      .filter(([status]) => /^[45]/.test(status))
      .map(([, { content }]) => Object.values(content?.['application/problem+json']?.examples ?? {})),
  );
  expect(references.filter((some) => some.length === 0)).toEqual([]);
  const slugs = new Set(references.flat().map(({ $ref }) => $ref.slice('#/components/examples/'.length)));
  const { ProblemDetails } = openapi.components.schemas;
  expect([...slugs].map((slug) => validationErrors(ProblemDetails, openapi.components.examples[slug]?.value))).toEqual(
    [...slugs].map(() => undefined),
  );
});

test('every operation has a summary, an area and a curl command', () => {
  const areas = openapi.tags.map(({ name }: { name: string }) => name);
  const incomplete = operations.filter((operation) => {
    const { summary, tags, 'x-codeSamples': samples } = operation as Operation & Record<string, unknown>;
    const [area] = tags as string[];
    const { source } = (samples as { source: string }[])[0] ?? { source: '' };
    return !summary || !areas.includes(area) || area === 'Other' || !/^curl .*\$BASE_URL/.test(source);
  });
  expect(incomplete.map(({ operationId }) => operationId)).toEqual([]);
});

test('every event has a valid example', () => {
  const draft7 = new Ajv({ strict: false });
  addFormats.default(draft7);
  const messages = Object.entries(asyncapi.components.messages) as [
    string,
    { payload: object; examples: { payload: unknown }[] },
  ][];
  const wrong = messages.flatMap(([subject, { payload, examples }]) =>
    draft7.validate(payload, examples[0]?.payload) ? [] : [`${subject}: ${draft7.errorsText()}`],
  );
  expect(wrong).toEqual([]);
});

function named(name: string, fault: string | undefined): string | undefined {
  return fault && `${name}: ${fault}`;
}
