import type { JsonSchema } from '@trust/contracts/description/example';

/** What of a contract a client relies on. */
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
/** What of the events' document a consumer relies on. */
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

/** `request`: clients send it, so it may only widen. `response`: clients read it, so it may only narrow, and grow fields. */
type Direction = 'request' | 'response';
type Side = { was: Schema; is: Schema };
type Comparing = {
  released: Comparable;
  current: Comparable;
  direction: Direction;
  found: string[];
  seen: Set<string>;
};

/**
 * What in `current` breaks a client of `released`, a line each; empty where nothing does. A removed path, operation, parameter, media type
 * or success status; a removed field of an answer; a value no longer accepted, a new required field, a narrower limit in a request;
 * another type anywhere; a permission that was not needed before. Additions, texts and examples break nothing (spec, Versioning 2).
 */
export function breakingChanges(released: Comparable, current: Comparable): string[] {
  const found: string[] = [];
  for (const [path, item] of Object.entries(released.paths ?? {})) {
    for (const [method, was] of Object.entries(item)) {
      const name = `${method.toUpperCase()} ${path}`;
      const is = current.paths?.[path]?.[method];
      if (!is) found.push(`${name} is gone`);
      else compareOperations(name, was, is, { released, current, found });
    }
  }
  return [...new Set(found)];
}

/** What in the events of `current` breaks a consumer of `released`: an event never changes but by a further field. */
export function breakingEvents(released: ComparableEvents, current: ComparableEvents): string[] {
  const found: string[] = [];
  for (const [subject, { payload: was }] of Object.entries(released.components.messages)) {
    const is = current.components.messages[subject]?.payload;
    if (!is) {
      found.push(`${subject} is gone`);
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
  if (locksOut(was['x-access'], is['x-access']))
    found.push(`${name} was for ${was['x-access']} and is for ${is['x-access']}`);
  compareParameters(name, was.parameters ?? [], is.parameters ?? [], comparing('request'));
  if (is.requestBody?.required && !was.requestBody?.required) found.push(`${name} needs a body now`);
  compareContent(`${name} body`, was.requestBody?.content, is.requestBody?.content, comparing('request'));
  for (const [status, response] of Object.entries(was.responses ?? {})) {
    if (!status.startsWith('2')) continue;
    const now = is.responses?.[status];
    if (!now) found.push(`${name} answers ${status} no longer`);
    else compareContent(`${name} ${status}`, response.content, now.content, comparing('response'));
  }
}

/** Whether somebody who could call it cannot any more: a session is less than any permission, nothing is less than a session. */
function locksOut(was: string | undefined, is: string | undefined): boolean {
  return is !== was && is !== 'public' && (is !== 'session' || was === 'public');
}

function compareParameters(name: string, was: Parameter[], is: Parameter[], comparing: Comparing): void {
  const same = (one: Parameter) => (other: Parameter) => one.name === other.name && one.in === other.in;
  for (const parameter of was) {
    const now = is.find(same(parameter));
    if (!now) comparing.found.push(`${name} takes ${parameter.name} no longer`);
    else compareSchemas(`${name} ${parameter.name}`, { was: parameter.schema ?? {}, is: now.schema ?? {} }, comparing);
  }
  for (const parameter of is)
    if (parameter.required && !was.find(same(parameter))?.required)
      comparing.found.push(`${name} needs ${parameter.name} now`);
}

function compareContent(name: string, was: Content = {}, is: Content = {}, comparing: Comparing): void {
  for (const [mediaType, { schema }] of Object.entries(was)) {
    const now = is[mediaType];
    if (!now) comparing.found.push(`${name}: ${mediaType} is gone`);
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
    found.push(`${name} was ${before.join(' or ')} and is ${after.join(' or ')}`);
  if (direction === 'response') {
    if (was.enum && !is.enum) found.push(`${name} was one of a list and is any text`);
    const extra = (is.enum ?? []).filter((value) => !(was.enum ?? [value]).includes(value));
    if (extra.length > 0) found.push(`${name} may be ${extra.join(', ')}, and its list was closed`);
    return;
  }
  const refused = (was.enum ?? []).filter((value) => is.enum && !is.enum.includes(value));
  if (refused.length > 0) found.push(`${name} no longer takes ${refused.join(', ')}`);
  if (is.enum && !was.enum) found.push(`${name} was any text and is one of a list`);
  // A pattern bounds the length in its own way: nothing to compare with.
  for (const [limit, sign] of was.pattern ? [] : limits) {
    const [least, most] = [was[limit], is[limit]];
    if (most !== undefined && (least === undefined || (most - least) * sign < 0))
      found.push(`${name}: ${limit} was ${least ?? 'none'} and is ${most}`);
  }
  if (is.pattern && is.pattern !== was.pattern) found.push(`${name}: the pattern is another one`);
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

/** Branches of a union, in their order: one more breaks who reads it, one less who sends it. */
function compareBranches(name: string, { was, is }: Side, comparing: Comparing): void {
  const [before, after] = [branchesOf(was), branchesOf(is)];
  if (before.length === 1 && after.length === 1) return;
  if (comparing.direction === 'request' && after.length < before.length)
    comparing.found.push(`${name} has fewer forms`);
  if (comparing.direction === 'response' && after.length > before.length)
    comparing.found.push(`${name} has more forms`);
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
    if (!now) found.push(`${name}.${field} is gone`);
    else compareSchemas(`${name}.${field}`, { was: schema, is: now }, comparing);
    if (now && direction === 'response' && was.required?.includes(field) && !is.required?.includes(field))
      found.push(`${name}.${field} may be absent now`);
  }
  if (direction === 'request')
    for (const field of is.required ?? [])
      if (!was.required?.includes(field)) found.push(`${name}.${field} is required now`);
}
