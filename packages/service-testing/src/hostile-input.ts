import fc from 'fast-check';
import { z } from 'zod';

type Schema = {
  $ref?: string;
  $defs?: Record<string, Schema>;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  prefixItems?: Schema[];
  minItems?: number;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
};

/** JSON texts of wrong types and extreme values. */
export const hostileTexts = [
  '1e999',
  '-1e999',
  '-0',
  '1e-400',
  '9007199254740993',
  '"NaN"',
  '"1e999"',
  '"\\ud800"',
  '"\\u0000"',
  '"\\udfff\\ud800"',
  '""',
  '[]',
  '["text","text"]',
  '[[[[1]]]]',
  '{}',
  'null',
  'true',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"toString":1,"hasOwnProperty":2}',
  JSON.stringify('x'.repeat(50_000)),
  JSON.stringify('é'.repeat(5000)),
  '"\' or 1=1; --"',
  '"../../../etc/passwd"',
  '"0000-00-00T99:99:99Z"',
  '"00000000-0000-0000-0000-00000000000g"',
];

const place = '"@@place@@"';

/** Valid bodies with one hostile value. */
export function hostileBodies(schema: z.ZodType): fc.Arbitrary<string> {
  return fc.tuple(validBodies(schema), fc.nat(), fc.constantFrom(...hostileTexts)).map(([body, at, hostile]) => {
    const places = placesIn(body);
    const chosen = places[at % places.length] ?? [];
    return JSON.stringify(replaced(body, chosen)).replace(place, () => hostile);
  });
}

/** Valid for the schema; other rules may still refuse them. */
export function validBodies(schema: z.ZodType): fc.Arbitrary<unknown> {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  return arbitrary(root, root);
}

function arbitrary(schema: Schema, root: Schema): fc.Arbitrary<unknown> {
  if (schema.$ref) return arbitrary(root.$defs?.[schema.$ref.split('/').at(-1) ?? ''] ?? {}, root);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return fc.oneof(...branches.map((branch) => arbitrary(branch, root)));
  switch (schema.type) {
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, arbitrary(inner, root)]);
      return fc.record(Object.fromEntries(fields), { requiredKeys: (schema.required ?? []) as never[] });
    }
    case 'array': {
      if (schema.prefixItems) return fc.tuple(...schema.prefixItems.map((item) => arbitrary(item, root)));
      const least = schema.minItems ?? 0;
      return fc.array(arbitrary(schema.items ?? {}, root), { minLength: least, maxLength: least + 2 });
    }
    case 'string':
      return text(schema);
    case 'integer':
      return fc.integer({ min: Math.max(schema.minimum ?? 0, -1e6), max: Math.min(schema.maximum ?? 1e6, 1e6) });
    case 'number':
      return fc.integer({ min: Math.ceil(schema.minimum ?? 0), max: Math.floor(schema.maximum ?? 1000) });
    case 'boolean':
      return fc.boolean();
    default:
      return fc.constant(null);
  }
}

function text({ format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'date-time') return fc.constant('2026-02-03T10:00:00.000Z');
  if (format === 'date') return fc.constant('2026-02-03');
  if (pattern) return fc.stringMatching(new RegExp(pattern)).filter(({ length }) => length <= maxLength);
  return fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 20), unit: 'grapheme' });
}

type Path = (string | number)[];

function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [path, ...inner.flatMap(([key, below]) => placesIn(below, [...path, key]))];
}

function replaced(value: unknown, [key, ...path]: Path): unknown {
  if (key === undefined) return JSON.parse(place);
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  const inner = copy as Record<string | number, unknown>;
  inner[key] = replaced(inner[key], path);
  return copy;
}

/** Bodies with undeclared keys, of other types, or hardly JSON. */
export function refusedBodies(body: unknown): string[] {
  const text = JSON.stringify(body);
  const also = (members: string) => (text === '{}' ? `{${members}}` : `{${members},${text.slice(1)}`);
  const deep = 10_000;
  return [
    also('"__proto__":{"isAdmin":true}'),
    also('"constructor":{"prototype":{"isAdmin":true}}'),
    also('"nobodyAskedForThis":1'),
    `${text} {}`,
    text.slice(0, -1),
    '[]',
    '"text"',
    `${'['.repeat(deep)}${']'.repeat(deep)}`,
    `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`,
    also(`"nobodyAskedForThis":"${'x'.repeat(110_000)}"`),
    ...(text === '{}' ? [] : [also(text.slice(1, -1))]),
  ];
}

export const hostileSegments = [
  '%00',
  '%ff',
  '%ud800',
  '%ed%a0%80',
  '__proto__',
  'constructor',
  '1e999',
  'NaN',
  '-0',
  '9007199254740993',
  '%2e%2e%2fadmin',
  "'%20or%201=1",
  'x'.repeat(3000),
];

export function hostileQueries(name: string): string[] {
  const values = [
    '',
    '1e999',
    '-0',
    'NaN',
    '9007199254740993',
    '%00',
    '%ff',
    '%ed%a0%80',
    '[]',
    '{}',
    'x'.repeat(3000),
  ];
  return [
    ...values.map((value) => `${name}=${value}`),
    `${name}=1&${name}=2`,
    `${name}[]=1`,
    `${name}[__proto__][isAdmin]=1`,
    `__proto__=1&${name}=1`,
    'constructor=1',
    'nobodyAskedForThis=1',
  ];
}
