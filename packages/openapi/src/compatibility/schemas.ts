import type { JsonSchema } from '../description/example.ts';
import type { Comparable, Schema } from './comparable.ts';

/** A `request` may only widen; a `response` may only narrow and get new fields. */
export type Direction = 'request' | 'response';
export type Side = { was: Schema; is: Schema };
export type Comparing = {
  released: Comparable;
  current: Comparable;
  direction: Direction;
  found: string[];
  seen: Set<string>;
};

export function compareSchemas(name: string, { was, is }: Side, comparing: Comparing): void {
  const pair = was.$ref && is.$ref && `${was.$ref} ${is.$ref}`;
  if (pair && comparing.seen.has(pair)) return;
  if (pair) comparing.seen.add(pair);
  const side = { was: resolved(was, comparing.released), is: resolved(is, comparing.current) };
  compareTypes(name, side, comparing);
  compareBranches(name, side, comparing);
  compareFields(name, side, comparing);
  compareFormats(name, side, comparing);
  for (const [suffix, find] of nested) {
    const inner = { was: find(side.was), is: find(side.is) };
    if (inner.was && inner.is) compareSchemas(`${name}${suffix}`, inner as Side, comparing);
  }
  for (const [index, one] of (side.was.prefixItems ?? []).entries()) {
    const now = side.is.prefixItems?.[index];
    if (now) compareSchemas(`${name}[${index}]`, { was: one, is: now }, comparing);
  }
}

const nested: [suffix: string, find: (schema: Schema) => Schema | undefined][] = [
  ['[]', ({ items }) => single(items)],
  ['.*', ({ additionalProperties }) => schemaOf(additionalProperties)],
  [' names', ({ propertyNames }) => propertyNames],
  [' content', ({ contentSchema }) => contentSchema],
];

function schemaOf(values: boolean | Schema | undefined): Schema | undefined {
  return typeof values === 'object' ? values : undefined;
}

/** A request may lose its format, a response may get one. */
function compareFormats(name: string, { was, is }: Side, { direction, found }: Comparing): void {
  const [narrow, wide] = direction === 'request' ? [is.format, was.format] : [was.format, is.format];
  if (narrow !== undefined && narrow !== wide)
    found.push(`${name}: format changed from ${was.format ?? 'none'} to ${is.format ?? 'none'}`);
  if (direction === 'request' && JSON.stringify(was.default) !== JSON.stringify(is.default))
    found.push(`${name}: the default changed from ${was.default ?? 'none'} to ${is.default ?? 'none'}`);
}

function resolved(schema: Schema, contract: Comparable): Schema {
  if (!schema.$ref) return schema;
  return contract.components?.schemas?.[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)] ?? {};
}

function single(items: JsonSchema['items']): Schema | undefined {
  return Array.isArray(items) ? undefined : (items as Schema | undefined);
}

function compareTypes(name: string, { was, is }: Side, { direction, found }: Comparing): void {
  if (was['x-texts'] && was['x-texts'] !== is['x-texts'])
    found.push(`${name}: its texts are in ${is['x-texts'] ?? 'no list'} instead of ${was['x-texts']}`);
  if (was.const !== is.const && was.const !== undefined) found.push(`${name}: the constant ${was.const} changed`);
  const [before, after] = [typesOf(was), typesOf(is)];
  const [narrow, wide] = direction === 'request' ? [before, after] : [after, before];
  const outside = narrow.filter((type) => !wide.includes(type) && !(type === 'integer' && wide.includes('number')));
  if (before.length > 0 && after.length > 0 && outside.length > 0)
    found.push(`${name}: type changed from ${before.join(' or ')} to ${after.join(' or ')}`);
  if (direction === 'response') {
    if (was.enum && !is.enum) found.push(`${name}: the enum was removed`);
    const extra = (is.enum ?? []).filter((value) => !(was.enum ?? [value]).includes(value));
    if (extra.length > 0) found.push(`${name}: the closed enum has new values ${extra.join(', ')}`);
    return;
  }
  const removed = (was.enum ?? []).filter((value) => is.enum && !is.enum.includes(value));
  if (removed.length > 0) found.push(`${name}: values ${removed.join(', ')} were removed`);
  if (is.enum && !was.enum) found.push(`${name}: an enum was added`);
  // A released pattern already limits the value: its bounds cannot be compared.
  for (const [limit, sign] of was.pattern ? [] : limits) {
    const [released, current] = [was[limit], is[limit]];
    if (current !== undefined && (released === undefined || (current - released) * sign < 0))
      found.push(`${name}: ${limit} changed from ${released ?? 'none'} to ${current}`);
  }
  if (is.pattern && is.pattern !== was.pattern) found.push(`${name}: the pattern changed`);
}

const limits = [
  ['maxLength', 1],
  ['maximum', 1],
  ['maxItems', 1],
  ['minLength', -1],
  ['minimum', -1],
  ['minItems', -1],
] as const;

function typesOf({ type, const: value }: Schema): string[] {
  if (type === undefined) return value === undefined ? [] : [typeof value];
  return [type].flat();
}

/** A union may lose no branch in a request and gain none in a response. */
function compareBranches(name: string, { was, is }: Side, comparing: Comparing): void {
  const [before, after] = [branchesOf(was), branchesOf(is)];
  if (before.length === 1 && after.length === 1) return;
  if (comparing.direction === 'request' && after.length < before.length)
    comparing.found.push(`${name}: a union branch was removed`);
  if (comparing.direction === 'response' && after.length > before.length)
    comparing.found.push(`${name}: a union branch was added`);
  const named = { was: branchesByValue(was), is: branchesByValue(is) };
  if (named.was && named.is) {
    for (const [value, branch] of named.was) {
      const now = named.is.get(value);
      if (now) compareSchemas(`${name} (${value})`, { was: branch, is: now }, comparing);
      else comparing.found.push(`${name}: the union branch ${value} was removed`);
    }
    return;
  }
  for (const [index, branch] of before.entries()) {
    const now = after[index];
    if (now) compareSchemas(name, { was: branch, is: now }, comparing);
  }
}

/** The order of the branches of a discriminated union means nothing. */
function branchesByValue({ discriminator }: Schema): Map<string, Schema> | undefined {
  return (
    discriminator?.mapping && new Map(Object.entries(discriminator.mapping).map(([value, $ref]) => [value, { $ref }]))
  );
}

function branchesOf(schema: Schema): readonly Schema[] {
  return schema.oneOf ?? schema.anyOf ?? [schema];
}

function compareFields(name: string, { was, is }: Side, comparing: Comparing): void {
  const { direction, found } = comparing;
  if (branchesOf(was).length + branchesOf(is).length > 2) return;
  for (const [field, schema] of Object.entries(was.properties ?? {})) {
    const now = is.properties?.[field];
    if (!now) found.push(`${name}.${field} was removed`);
    else compareSchemas(`${name}.${field}`, { was: schema, is: now }, comparing);
    if (now && direction === 'response' && was.required?.includes(field) && !is.required?.includes(field))
      found.push(`${name}.${field} became optional`);
  }
  if (direction === 'request')
    for (const field of is.required ?? [])
      if (!was.required?.includes(field)) found.push(`${name}.${field} became required`);
}
