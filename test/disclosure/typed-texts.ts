import contract from '@trust/contracts/openapi.json' with { type: 'json' };
import { isOfOperators } from '@trust/contracts/permissions';
import { operations } from '../authorization/expectation.ts';
import { isCanary } from './canary-values.ts';
import { classifiedServices } from './columns.ts';

/** A text in a field of a successful request. `field` is `createReview.text`. */
export type TypedText = { field: string; text: string };

/** Names of things, tokens and addresses: no sentence of a person is accepted there. */
const notSentences =
  /\.(categoryKey|clientIntentKey|documentKind|identifier|planKey|policyVersion|publicProviderId|requirementKey|timeZone|token|type|version|endsClaimIds|requirementKeys\[\]|newEvidenceFor\[\])$/;

/** Every field of a request in which somebody who is no operator can write sentences. */
export function freeTexts(): string[] {
  const open = operations().filter(
    ({ service, method, access }) =>
      classifiedServices.some((one) => one === service) && method !== 'GET' && !isOfOperators(access),
  );
  const fields = open.flatMap(({ id, path, method, permissions }) => {
    if (permissions.length > 0 && permissions.every(isOfOperators)) return [];
    const { parameters = [], requestBody } = declared[path]?.[method.toLowerCase()] ?? {};
    const bodies = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema);
    const queries = parameters.map((one) => resolve(one) as Parameter).filter((one) => one.in === 'query');
    return [
      ...bodies.flatMap((schema) => textsIn(schema, id)),
      ...queries.flatMap(({ name, schema }) => textsIn(schema, `${id}.${name}`)),
    ];
  });
  return [...new Set(fields)].filter((field) => !notSentences.test(field)).sort();
}

/** The canaries in the query and the body of a request. */
export function typedIn(operation: string, url: URL, body: unknown): TypedText[] {
  return valuesIn({ ...Object.fromEntries(url.searchParams), ...(body as object) }, operation).filter(({ text }) =>
    isCanary(text),
  );
}

type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  $ref?: string;
};
type Parameter = { in: string; name: string; schema: Schema; $ref?: string };
type Declared = { parameters?: (Parameter & Schema)[]; requestBody?: { content: Record<string, { schema: Schema }> } };

const declared = contract.paths as unknown as Record<string, Record<string, Declared>>;
const closed = ['enum', 'const', 'format', 'pattern'];

function resolve(schema: { $ref?: string }): object {
  if (!schema.$ref) return schema;
  const parts = schema.$ref.split('/').slice(1);
  return resolve(parts.reduce((at: object, part) => (at as Record<string, object>)[part] ?? {}, contract));
}

function textsIn(schema: Schema, path: string): string[] {
  const { type, properties = {}, items, anyOf = [], oneOf = [], allOf = [], ...rest } = resolve(schema) as Schema;
  const isText = type === 'string' || (Array.isArray(type) && type.includes('string'));
  if (isText && !closed.some((key) => key in rest)) return [path];
  return [
    ...[...anyOf, ...oneOf, ...allOf].flatMap((one) => textsIn(one, path)),
    ...Object.entries(properties).flatMap(([name, one]) => textsIn(one, `${path}.${name}`)),
    ...(items ? textsIn(items, `${path}[]`) : []),
  ];
}

function valuesIn(value: unknown, path: string): TypedText[] {
  if (typeof value === 'string') return [{ field: path, text: value }];
  if (Array.isArray(value)) return value.flatMap((one) => valuesIn(one, `${path}[]`));
  return Object.entries(value ?? {}).flatMap(([name, one]) => valuesIn(one, `${path}.${name}`));
}
