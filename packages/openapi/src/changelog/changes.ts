import type { Comparable, ComparableEvents, Operation, Schema } from '../compatibility/comparable.ts';
import { type Changes, firstSentence, noChanges } from './entries.ts';
import { fieldChanges } from './field-changes.ts';

/** Lists what a client of `was` should know about `is`. */
export function contractChanges(was: Comparable, is: Comparable): Changes {
  const changes = noChanges();
  const before = operationsOf(was);
  const after = operationsOf(is);
  for (const [id, { operation, address }] of after) {
    const known = before.get(id)?.operation;
    if (known) operationChanges(id, known, operation, changes);
    else changes.added.push(`\`${id}\`: ${operation.summary ?? ''} (\`${address}\`).`);
  }
  for (const id of before.keys()) if (!after.has(id)) changes.removed.push(`\`${id}\`.`);
  const users = usersOfSchemas(is);
  for (const [name, schema] of Object.entries(is.components?.schemas ?? {})) {
    const known = was.components?.schemas?.[name];
    if (known) fieldChanges(name, { was: known, is: schema }, changes, usedBy(users.get(name) ?? []));
  }
  limitChanges(was, is, changes);
  return changes;
}

/** Lists what a consumer of `was` should know about `is`. */
export function eventChanges(was: ComparableEvents, is: ComparableEvents): Changes {
  const changes = noChanges();
  for (const [type, message] of Object.entries(is.components.messages)) {
    const known = was.components.messages[type];
    if (!known) changes.added.push(`\`${type}\`: ${message.summary ?? ''}`);
    else fieldChanges(type, { was: known.payload, is: message.payload }, changes);
  }
  for (const type of Object.keys(was.components.messages))
    if (!is.components.messages[type]) changes.removed.push(`\`${type}\`.`);
  return changes;
}

function operationsOf({ paths = {} }: Comparable) {
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(
      ([method, operation]) =>
        [
          operation.operationId ?? `${method} ${path}`,
          { operation, address: `${method.toUpperCase()} ${path}` },
        ] as const,
    ),
  );
  return new Map(all.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function operationChanges(id: string, was: Operation, is: Operation, changes: Changes): void {
  const name = `\`${id}\``;
  if (is.deprecated && !was.deprecated) changes.deprecated.push(`${name}.`);
  if (is['x-access'] !== was['x-access'])
    changes.changed.push(`${name} requires \`${is['x-access']}\` instead of \`${was['x-access']}\`.`);
  for (const { name: parameter, in: place, description = '', deprecated } of is.parameters ?? []) {
    const known = was.parameters?.find((one) => one.name === parameter && one.in === place);
    const kind = place === 'header' ? 'header' : 'parameter';
    if (!known) changes.added.push(`${name} takes the ${kind} \`${parameter}\`: ${firstSentence(description)}`);
    else if (deprecated && !known.deprecated) changes.deprecated.push(`${kind} \`${parameter}\` of ${name}.`);
  }
  for (const parameter of is.parameters ?? []) {
    const known = was.parameters?.find((one) => one.name === parameter.name && one.in === parameter.in);
    const side = { was: known?.schema, is: parameter.schema };
    if (side.was && side.is) fieldChanges(`${id} ${parameter.name}`, { was: side.was, is: side.is }, changes);
  }
  responseChanges(name, was, is, changes);
  const wereSent = [...(was['x-accept'] ?? []), ...Object.values(was.responses ?? {}).flatMap(mediaTypesOf)];
  for (const mediaType of is['x-accept'] ?? [])
    if (!wereSent.includes(mediaType)) changes.added.push(`${name} takes \`Accept: ${mediaType}\`.`);
}

const mediaTypesOf = ({ content = {} }: { content?: object }) => Object.keys(content);

function responseChanges(name: string, was: Operation, is: Operation, changes: Changes): void {
  for (const [status, response] of Object.entries(is.responses ?? {})) {
    const known = was.responses?.[status];
    const problems = (response['x-problems'] ?? []).filter((slug) => !known?.['x-problems']?.includes(slug));
    if (problems.length > 0)
      changes.changed.push(`${name} can return ${status} ${problems.map((slug) => `\`${slug}\``).join(', ')}.`);
    else if (!known && status.startsWith('2')) changes.changed.push(`${name} can return ${status}.`);
    if (!known || !status.startsWith('2')) continue;
    for (const header of Object.keys(response.headers ?? {}))
      if (!(header in (known.headers ?? {}))) changes.added.push(`${name} returns the header \`${header}\`.`);
    for (const mediaType of Object.keys(response.content ?? {}))
      if (!(mediaType in (known.content ?? {}))) changes.added.push(`${name} returns \`${mediaType}\`.`);
    for (const mediaType of Object.keys(known.content ?? {})) {
      if (mediaType in (response.content ?? {})) continue;
      const isAccepted = is['x-accept']?.includes(mediaType);
      if (isAccepted) changes.changed.push(`${name} has \`${mediaType}\` in \`x-accept\`, no longer in its response.`);
      else changes.removed.push(`${name} no longer returns \`${mediaType}\`.`);
    }
  }
}

function limitChanges(was: Comparable, is: Comparable, { changed }: Changes): void {
  for (const [name, { points, seconds }] of Object.entries(is['x-limits'] ?? {})) {
    const known = was['x-limits']?.[name];
    if (known && (known.points !== points || known.seconds !== seconds))
      changed.push(
        `The limit \`${name}\` is ${points} per ${seconds} s instead of ${known.points} per ${known.seconds} s.`,
      );
  }
}

/** Operations whose request or response holds the schema, by schema. */
function usersOfSchemas(contract: Comparable): Map<string, string[]> {
  const users = new Map<string, string[]>();
  const schemas = contract.components?.schemas ?? {};
  for (const [id, { operation }] of operationsOf(contract)) {
    const reached = new Set<string>();
    const visit = (part: Operation | Schema) => {
      for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
        const schema = schemas[name];
        if (!schema || reached.has(name)) continue;
        reached.add(name);
        visit(schema);
      }
    };
    visit(operation);
    for (const name of reached) users.set(name, [...(users.get(name) ?? []), id]);
  }
  return users;
}

function usedBy(operations: string[]): string {
  if (operations.length === 0) return '';
  const listed = operations.slice(0, 3).map((id) => `\`${id}\``);
  const more = operations.length - listed.length;
  return ` (${listed.join(', ')}${more > 0 ? ` and ${more} more` : ''})`;
}
