import type { JsonSchema } from '@trust/contracts/description/example';

export type Comparable = {
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
};
type Schema = JsonSchema & {
  required?: readonly string[];
  minLength?: number;
  maxLength?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
};
export type ComparableEvents = {
  components: { messages: Record<string, { payload: Schema & { definitions?: Record<string, Schema> } }> };
};

type Content = Record<string, { schema?: Schema }>;
type Parameter = { name: string; in: string; required?: boolean; schema?: Schema };
type Operation = {
  'x-access'?: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content?: Content };
  responses?: Record<string, { content?: Content }>;
};

/** A `request` may only widen; a `response` may only narrow and get new fields. */
type Direction = 'request' | 'response';
type Side = { was: Schema; is: Schema };
type Comparing = {
  released: Comparable;
  current: Comparable;
  direction: Direction;
  found: string[];
  seen: Set<string>;
};

/** One line for each change that breaks a client of `released` (spec, Versioning 2). */
export function breakingChanges(released: Comparable, current: Comparable): string[] {
  const found: string[] = [];
  for (const [path, item] of Object.entries(released.paths ?? {})) {
    for (const [method, was] of Object.entries(item)) {
      const name = `${method.toUpperCase()} ${path}`;
      const is = current.paths?.[path]?.[method];
      if (!is) found.push(`${name} was removed`);
      else compareOperations(name, was, is, { released, current, found });
    }
  }
  return [...new Set(found)];
}

/** Everything but a new field breaks a consumer of `released`. */
export function breakingEvents(released: ComparableEvents, current: ComparableEvents): string[] {
  const found: string[] = [];
  for (const [subject, { payload: was }] of Object.entries(released.components.messages)) {
    const is = current.components.messages[subject]?.payload;
    if (!is) {
      found.push(`${subject} was removed`);
      continue;
    }
    const side = { released: withDefinitions(was), current: withDefinitions(is) };
    compareSchemas(subject, { was, is }, { ...side, direction: 'response', found, seen: new Set() });
  }
  return found;
}

function withDefinitions({ definitions = {} }: { definitions?: Record<string, Schema> }): Comparable {
  return { components: { schemas: definitions } };
}

function compareOperations(
  name: string,
  was: Operation,
  is: Operation,
  contracts: Pick<Comparing, 'released' | 'current' | 'found'>,
): void {
  const { found } = contracts;
  const comparing = (direction: Direction): Comparing => ({ ...contracts, direction, seen: new Set() });
  if (restrictsAccess(was['x-access'], is['x-access']))
    found.push(`${name}: access changed from ${was['x-access']} to ${is['x-access']}`);
  compareParameters(name, was.parameters ?? [], is.parameters ?? [], comparing('request'));
  if (is.requestBody?.required && !was.requestBody?.required) found.push(`${name}: the body became required`);
  compareContent(`${name} body`, was.requestBody?.content, is.requestBody?.content, comparing('request'));
  for (const [status, response] of Object.entries(was.responses ?? {})) {
    if (!status.startsWith('2')) continue;
    const now = is.responses?.[status];
    if (!now) found.push(`${name}: status ${status} was removed`);
    else compareContent(`${name} ${status}`, response.content, now.content, comparing('response'));
  }
}

/** Widest to narrowest: public, session, any permission. */
function restrictsAccess(was: string | undefined, is: string | undefined): boolean {
  return is !== was && is !== 'public' && (is !== 'session' || was === 'public');
}

function compareParameters(name: string, was: Parameter[], is: Parameter[], comparing: Comparing): void {
  const same = (one: Parameter) => (other: Parameter) => one.name === other.name && one.in === other.in;
  for (const parameter of was) {
    const now = is.find(same(parameter));
    if (!now) comparing.found.push(`${name}: parameter ${parameter.name} was removed`);
    else compareSchemas(`${name} ${parameter.name}`, { was: parameter.schema ?? {}, is: now.schema ?? {} }, comparing);
  }
  for (const parameter of is)
    if (parameter.required && !was.find(same(parameter))?.required)
      comparing.found.push(`${name}: parameter ${parameter.name} became required`);
}

function compareContent(name: string, was: Content = {}, is: Content = {}, comparing: Comparing): void {
  for (const [mediaType, { schema }] of Object.entries(was)) {
    const now = is[mediaType];
    if (!now) comparing.found.push(`${name}: ${mediaType} was removed`);
    else if (schema && now.schema) compareSchemas(name, { was: schema, is: now.schema }, comparing);
  }
}

function compareSchemas(name: string, { was, is }: Side, comparing: Comparing): void {
  const pair = was.$ref && is.$ref && `${was.$ref} ${is.$ref}`;
  if (pair && comparing.seen.has(pair)) return;
  if (pair) comparing.seen.add(pair);
  const side = { was: resolved(was, comparing.released), is: resolved(is, comparing.current) };
  compareTypes(name, side, comparing);
  compareBranches(name, side, comparing);
  compareFields(name, side, comparing);
  const items = { was: single(side.was.items), is: single(side.is.items) };
  if (items.was && items.is) compareSchemas(`${name}[]`, items as Side, comparing);
}

function resolved(schema: Schema, contract: Comparable): Schema {
  if (!schema.$ref) return schema;
  return contract.components?.schemas?.[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)] ?? {};
}

function single(items: JsonSchema['items']): Schema | undefined {
  return Array.isArray(items) ? undefined : (items as Schema | undefined);
}

function compareTypes(name: string, { was, is }: Side, { direction, found }: Comparing): void {
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
  for (const [index, branch] of before.entries()) {
    const now = after[index];
    if (now) compareSchemas(name, { was: branch, is: now }, comparing);
  }
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
