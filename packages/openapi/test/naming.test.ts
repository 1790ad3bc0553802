import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

type Schema = {
  type?: string | string[];
  format?: string;
  default?: unknown;
  enum?: unknown[];
  'x-extensible-enum'?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};
type Operation = {
  operationId: string;
  servers?: unknown;
  parameters?: { name: string; in: string; schema: Schema; required?: boolean; description?: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
};
type Field = { place: string; name: string; schema: Schema };

const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../../contracts', name), 'utf8'));
const openapi = read('openapi.json');
const asyncapi = read('asyncapi.json');
const calls = Object.entries(openapi.paths).flatMap(([path, item]) =>
  Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({ method, path, operation })),
);

/** Items and union branches have the name of their property. */
function fieldsOf(schema: Schema, place: string, name = ''): Field[] {
  const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const extra = typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : [];
  return [
    { place, name, schema },
    ...Object.entries(schema.properties ?? {}).flatMap(([key, one]) => fieldsOf(one, `${place}.${key}`, key)),
    ...[...branches, ...extra, ...(schema.items ? [schema.items] : [])].flatMap((one) => fieldsOf(one, place, name)),
  ];
}

const ofSchemas = Object.entries(openapi.components.schemas as Record<string, Schema>).flatMap(([name, schema]) =>
  fieldsOf(schema, name),
);
const ofOperations = calls.flatMap(({ operation: { operationId, parameters = [], requestBody, responses } }) => [
  ...parameters
    .filter((one) => one.in !== 'header')
    .flatMap(({ name, schema }) => fieldsOf(schema, `${operationId}?${name}`, name)),
  ...[requestBody, ...Object.values(responses)].flatMap((body) =>
    Object.values(body?.content ?? {}).flatMap(({ schema }) => fieldsOf(schema, operationId)),
  ),
]);
const ofEvents = Object.entries(asyncapi.components.messages as Record<string, { payload: Schema }>).flatMap(
  ([type, { payload }]) => fieldsOf(payload, type),
);
const all = [...ofSchemas, ...ofOperations, ...ofEvents];
const placesWhere = (holds: (field: Field) => boolean) => [
  ...new Set(all.filter((field) => field.name !== '' && holds(field)).map(({ place }) => place)),
];

/** Names that the spec fixes. */
const fixedTimes = ['validUntil', 'validFrom', 'asOf', 'availableFrom', 'availableUntil'];

/** Meta sends these parameters. */
const namesOfMeta = 'hub.';

test('names are camelCase', () => {
  expect(placesWhere(({ name }) => !/^[a-z][a-zA-Z0-9]*$/.test(name) && !name.startsWith(namesOfMeta))).toEqual([]);
});

test('only timestamps end in At, only dates in On', () => {
  const hasFormat = ({ format }: Schema, expected: string) => format === expected;
  expect(
    placesWhere(
      ({ name, schema }) => hasFormat(schema, 'date-time') && !/At$/.test(name) && !fixedTimes.includes(name),
    ),
  ).toEqual([]);
  expect(
    placesWhere(({ name, schema }) => hasFormat(schema, 'date') && !/On$/.test(name) && !fixedTimes.includes(name)),
  ).toEqual([]);
  const isPlain = ({ type }: Schema) => [type].flat().includes('string');
  expect(
    placesWhere(({ name, schema }) => /At$/.test(name) && isPlain(schema) && !hasFormat(schema, 'date-time')),
  ).toEqual([]);
  expect(
    placesWhere(({ name, schema }) => /[a-z]On$/.test(name) && isPlain(schema) && !hasFormat(schema, 'date')),
  ).toEqual([]);
});

test('UUIDs are named id or end in Id, lists of them in Ids', () => {
  expect(placesWhere(({ name, schema }) => schema.format === 'uuid' && !/^id$|Ids?$/.test(name))).toEqual([]);
});

/** Values that a standard defines. */
const standards =
  /^(GeoJsonPolygon\.type|Passkey\w+\.(\w+\.)?(type|authenticatorAttachment)|.*\.(mediaTypes?|serviceArea\.type|method|kty|crv|currency))$/;
const isKey = ({ place, name }: Field) =>
  /^(policyKey|role|roles|operatorRoles|workspaceProblem)$/.test(name) ||
  /^((Override(Create)?|operations\.override\.approved\.v1)\.|listOverrides\?)kind$/.test(place);

test('keys are kebab-case, permissions have dots, other enum values are snake_case', () => {
  const valuesOf = ({ schema }: Field) =>
    [...(schema.enum ?? []), ...(schema['x-extensible-enum'] ?? [])].filter((value) => typeof value === 'string');
  const wrong = all.filter((field) => {
    if (field.name === 'permissions') return valuesOf(field).some((value) => !/^[a-z]+(\.[a-z-]+)+$/.test(value));
    const form = isKey(field) ? /^[a-z0-9]+(-[a-z0-9]+)*$/ : /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
    return !standards.test(field.place) && valuesOf(field).some((value) => !form.test(value));
  });
  expect([...new Set(wrong.map(({ place }) => place))]).toEqual([]);
});

test('labels are localised unless a person wrote them', () => {
  const writtenByPeople = /^(Session|CookieSession\.session|Tokens\.session|UploadIntent\w*|Evidence\w*)\.label$/;
  const wrong = ofSchemas.filter(
    ({ name, place, schema }) =>
      name === 'label' && !writtenByPeople.test(place) && !JSON.stringify(schema).includes('/LocalisedText"'),
  );
  expect(wrong.map(({ place }) => place)).toEqual([]);
});

test('limitations are localised in every answer, and the words of an operator in a request', () => {
  const lists = ofSchemas.filter(({ name, schema }) => name === 'limitations' && schema.items);
  const isSent = ({ place }: Field) => /^\w+Create\./.test(place);
  const wrong = lists.filter((field) => {
    const isLocalised = JSON.stringify(field.schema.items).includes('/LocalisedText"');
    return isLocalised === isSent(field);
  });
  expect(lists.length).toBeGreaterThan(10);
  expect(wrong.map(({ place }) => place)).toEqual([]);
});

test('no name mentions the road map', () => {
  expect(placesWhere(({ name }) => /phase|deferred|planned/i.test(name))).toEqual([]);
});

/** The last three ids have no object. */
const actions =
  /^(accept|assign|cancel|claim|close|confirm|decline|end|handOff|interrupt|lift|read|receive|reassign|refresh|release|replace|retry|resolve|review|search|snooze|start|submit|suggest|transition|verify|withdraw)[A-Z]|^(logout|geocode|reverseGeocode)$/;
const verbs: Record<string, RegExp> = {
  get: /^(get|list)[A-Z]/,
  post: /^create[A-Z]/,
  put: /^put[A-Z]/,
  patch: /^patch[A-Z]/,
  delete: /^delete[A-Z]/,
};

test('operation ids start with the verb of the method or an action', () => {
  const wrong = calls.filter(
    ({ method, operation }) => !verbs[method]?.test(operation.operationId) && !actions.test(operation.operationId),
  );
  expect(wrong.map(({ operation }) => operation.operationId)).toEqual([]);
});

test('paths are complete, and operations have no servers', () => {
  expect(openapi.servers).toEqual([{ url: '/' }]);
  expect(calls.filter(({ operation }) => operation.servers).map(({ path }) => path)).toEqual([]);
  expect(calls.filter(({ path }) => !/^\/(api\/v1|\.well-known|dev)\//.test(path)).map(({ path }) => path)).toEqual([]);
});

test('no field has a default, because generated clients would require it', () => {
  const ofParameters = calls.flatMap(({ operation: { parameters = [] } }) => parameters.map(({ schema }) => schema));
  expect(placesWhere(({ schema }) => schema.default !== undefined && !ofParameters.includes(schema))).toEqual([]);
});

test('enums are open in responses and events, closed in requests', () => {
  const named = (schema: unknown, found = new Set<string>()): Set<string> => {
    for (const [, name = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      if (!found.has(name)) named(openapi.components.schemas[name], found.add(name));
    return found;
  };
  const closed = (schema: Schema, place: string) => fieldsOf(schema, place).filter((field) => field.schema.enum);
  const isText = ({ schema }: Field) => schema.enum?.some((value) => typeof value === 'string');
  const answered = named(calls.map(({ operation }) => operation.responses));
  const closedAnswers = [...answered].flatMap((name) => closed(openapi.components.schemas[name], name).filter(isText));
  expect(closedAnswers.map(({ place }) => place)).toEqual([]);
  expect(ofEvents.filter(isText).map(({ place }) => place)).toEqual([]);
  const sent = named(calls.map(({ operation }) => operation.requestBody ?? {}));
  const open = [...sent].flatMap((name) =>
    fieldsOf(openapi.components.schemas[name], name).filter((field) => field.schema['x-extensible-enum']),
  );
  expect(open.map(({ place }) => place)).toEqual([]);
});

test('Idempotency-Key is required where the spec lists it, and each description says so', () => {
  const keys = calls.flatMap(({ operation }) => {
    const key = operation.parameters?.find(({ name }) => name === 'Idempotency-Key');
    return key ? [{ id: operation.operationId, ...key }] : [];
  });
  const listed =
    /^(createProvider|createUploadSession|replaceEvidence|createEnquiry|createPaymentIntent|create\w*Decision)$/;
  expect(keys.filter(({ id, required }) => listed.test(id) !== Boolean(required)).map(({ id }) => id)).toEqual([]);
  expect(
    keys.filter(({ description, required }) => !description?.startsWith(required ? 'Required.' : 'Optional.')),
  ).toEqual([]);
});
