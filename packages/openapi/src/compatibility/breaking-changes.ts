import type {
  Comparable,
  ComparableEvents,
  Content,
  EventMessage,
  Operation,
  Parameter,
  Schema,
} from './comparable.ts';
import { compareHeaders, compareTraits } from './operation-traits.ts';
import { type Comparing, compareSchemas, type Direction } from './schemas.ts';

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

/**
 * An event is read by older consumers, and older events by newer consumers. So it may change only by
 * an optional field (SC5).
 */
export function breakingEvents(released: ComparableEvents, current: ComparableEvents): string[] {
  const found: string[] = [];
  for (const [type, was] of Object.entries(released.components.messages)) {
    const is = current.components.messages[type];
    if (is) compareEvents(type, was, is, found);
    else found.push(`${type} was removed`);
    const address = { was: released.channels?.[type]?.address, is: current.channels?.[type]?.address };
    if (is && address.was !== address.is) found.push(`${type}: subject changed from ${address.was} to ${address.is}`);
  }
  const headers = [released, current].map((one) => one.components.messageTraits?.cloudEvent.headers);
  const [was, is] = headers;
  if (was && is) compareBothWays('headers', was, is, found);
  return [...new Set(found)];
}

function compareEvents(type: string, was: EventMessage, is: EventMessage, found: string[]): void {
  if (was['x-ordered'] && !is['x-ordered']) found.push(`${type}: its events are no longer ordered`);
  compareBothWays(type, was.payload, is.payload, found);
}

function compareBothWays(name: string, was: EventMessage['payload'], is: EventMessage['payload'], found: string[]) {
  const contracts = { released: withDefinitions(was), current: withDefinitions(is), found };
  for (const direction of ['response', 'request'] as const)
    compareSchemas(name, { was, is }, { ...contracts, direction, seen: new Set() });
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
  compareTraits(name, was, is, contracts);
  compareParameters(name, was.parameters ?? [], is.parameters ?? [], comparing('request'));
  if (is.requestBody?.required && !was.requestBody?.required) found.push(`${name}: the body became required`);
  compareContent(`${name} body`, was.requestBody?.content, is.requestBody?.content, comparing('request'));
  for (const [status, response] of Object.entries(was.responses ?? {})) {
    if (!status.startsWith('2')) continue;
    const now = is.responses?.[status];
    if (!now) found.push(`${name}: status ${status} was removed`);
    else {
      compareContent(`${name} ${status}`, response.content, now.content, comparing('response'), admitsOthers(was, is));
      compareHeaders(`${name} ${status}`, response.headers, now.headers, found);
    }
  }
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

/** Callers of the released operation get its branch of a discriminated union; a new branch is for new callers. */
function releasedBranch(was: Schema, is: Schema): Schema {
  if (!is.discriminator) return is;
  return (is.oneOf as readonly Schema[] | undefined)?.find(({ $ref }) => $ref !== undefined && $ref === was.$ref) ?? is;
}

/** Callers whom the released operation rejected. */
function admitsOthers(was: Operation, is: Operation): boolean {
  return was['x-permissions'] !== undefined && is['x-permissions'] === undefined && is['x-access'] === 'session';
}

function compareContent(
  name: string,
  was: Content = {},
  is: Content = {},
  comparing: Comparing,
  hasNewCallers = false,
): void {
  for (const [mediaType, { schema }] of Object.entries(was)) {
    const now = is[mediaType];
    if (!now) comparing.found.push(`${name}: ${mediaType} was removed`);
    else if (schema && now.schema) {
      const branch = hasNewCallers ? releasedBranch(schema, now.schema) : now.schema;
      compareSchemas(name, { was: schema, is: branch }, comparing);
    }
  }
}
