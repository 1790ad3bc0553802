import type { Catalog, Column, Constraint } from './catalog.ts';

/**
 * A replica of the release before fails after these changes: it reads and writes as the earlier catalog allows.
 * The catalog does not show which rows a migration changes; `npm run test:skew` runs the replica.
 */
export function breakingChanges(before: Catalog, after: Catalog): string[] {
  const isOld = (table: string) => table in before.tables;
  const stays = (table: string) => isOld(table) && table in after.tables;
  return [
    ...tables(before, after),
    ...columns(before, after, stays),
    ...constraints(before, after, stays),
    ...uniqueIndexes(before, after, stays),
    ...missing(before.enumValues, after.enumValues).map((value) => `enum value ${value} is dropped or renamed`),
    ...routines(before, after),
    ...missing(before.transitions, after.transitions).map((change) => `transition ${change} is not allowed any more`),
    ...privileges(before, after),
    ...triggers(before, after, stays),
  ];
}

type Predicate = (table: string) => boolean;

function missing(before: string[], after: string[]): string[] {
  const present = new Set(after);
  return before.filter((one) => !present.has(one));
}

function tables(before: Catalog, after: Catalog): string[] {
  return Object.entries(before.tables).flatMap(([name, { rowSecurity }]) => {
    const now = after.tables[name];
    if (!now) return [`table ${name} is dropped or renamed`];
    return now.rowSecurity && !rowSecurity ? [`table ${name} gets row security`] : [];
  });
}

function columns(before: Catalog, after: Catalog, stays: Predicate): string[] {
  const changed = Object.entries(before.columns).flatMap(([name, was]) => {
    if (!stays(was.table)) return [];
    const now = after.columns[name];
    return now ? columnChanges(name, was, now) : [`column ${name} is dropped or renamed`];
  });
  const added = Object.entries(after.columns).filter(([name, { table }]) => !(name in before.columns) && stays(table));
  return [
    ...changed,
    ...added
      .filter(([, column]) => column.isRequired && !column.hasDefault)
      .map(([name]) => `column ${name} is new and required, without a default`),
  ];
}

function columnChanges(name: string, was: Column, now: Column): string[] {
  const changes: [boolean, string][] = [
    [!isWiderType(was.type, now.type), `column ${name} changes its type from ${was.type} to ${now.type}`],
    [now.isRequired && !was.isRequired, `column ${name} becomes required`],
    [was.hasDefault && !now.hasDefault, `column ${name} loses its default`],
    [now.isComputed && !was.isComputed, `column ${name} becomes generated`],
  ];
  return changes.filter(([isBreaking]) => isBreaking).map(([, change]) => change);
}

/** Only of the same kind: a client parses `bigint` as a string and `integer` as a number. */
function isWiderType(was: string, now: string): boolean {
  if (was === now) return true;
  const [before, after] = [was, now].map((type) => /^(character varying|numeric)(?:\((\d+)(?:,(\d+))?\))?$/.exec(type));
  if (before?.[1] === 'character varying' && now === 'text') return true;
  if (!before || !after || before[1] !== after[1]) return false;
  if (after[2] === undefined) return true;
  return before[2] !== undefined && Number(after[2]) >= Number(before[2]) && before[3] === after[3];
}

function constraints(before: Catalog, after: Catalog, stays: Predicate): string[] {
  const old = Object.entries(before.constraints);
  const isGone = (name: string, { definition }: Constraint) => after.constraints[name]?.definition !== definition;
  const gone = old.filter(([name, constraint]) => isGone(name, constraint) && stays(constraint.table));
  const dropped = gone
    .filter(([name, { kind }]) => 'upx'.includes(kind) && !(name in after.constraints))
    .map(([name]) => `constraint ${name} is dropped, which ON CONFLICT of an older replica may need`);
  const added = Object.entries(after.constraints).flatMap(([name, constraint]) => {
    const { table, columns, kind } = constraint;
    if (!stays(table) || before.constraints[name]?.definition === constraint.definition) return [];
    // Older replicas leave new columns at their defaults.
    const isOfNewColumns = columns.length > 0 && columns.every((column) => !(`${table}.${column}` in before.columns));
    const replaces = gone.some(
      ([, was]) =>
        kind === 'c' && was.kind === 'c' && was.table === table && allowsMore(was.definition, constraint.definition),
    );
    if (isOfNewColumns || replaces) return [];
    return [`constraint ${name} is ${name in before.constraints ? 'changed' : 'new'}: ${constraint.definition}`];
  });
  return [...dropped, ...added];
}

const listOfValues = /ARRAY\[([^[\]]*)\]/g;

/** The same check with more values in its lists: `state in ('a', 'b')` to `state in ('a', 'b', 'c')`. */
function allowsMore(before: string, after: string): boolean {
  // A negated list allows less when it grows.
  if (/<> ALL|NOT /.test(before)) return false;
  if (before.replace(listOfValues, '') !== after.replace(listOfValues, '')) return false;
  const listsOf = (text: string) => [...text.matchAll(listOfValues)].map(([, values = '']) => values.split(', '));
  const lists = listsOf(after);
  return listsOf(before).every((values, index) => missing(values, lists[index] ?? []).length === 0);
}

function uniqueIndexes(before: Catalog, after: Catalog, stays: Predicate): string[] {
  const dropped = Object.entries(before.uniqueIndexes)
    .filter(([name, { table }]) => stays(table) && !(name in after.uniqueIndexes))
    .map(([name]) => `unique index ${name} is dropped, which ON CONFLICT of an older replica may need`);
  const added = Object.entries(after.uniqueIndexes).flatMap(([name, index]) => {
    const { table, columns, hasExpression, definition } = index;
    if (!stays(table) || before.uniqueIndexes[name]?.definition === definition) return [];
    const isOfNewColumn = !hasExpression && columns.some((column) => !(`${table}.${column}` in before.columns));
    // Nulls are distinct, so rows of older replicas never conflict.
    const isNullable = columns.some((column) => after.columns[`${table}.${column}`]?.isRequired === false);
    if (isOfNewColumn && isNullable && !/NULLS NOT DISTINCT/.test(definition)) return [];
    return [`unique index ${name} is ${name in before.uniqueIndexes ? 'changed' : 'new'}: ${definition}`];
  });
  return [...dropped, ...added];
}

/** A body or result that differs may refuse what an older replica passes, or return what it does not expect. */
function routines(before: Catalog, after: Catalog): string[] {
  return Object.entries(before.routines).flatMap(([name, { definition }]) => {
    const now = after.routines[name];
    if (!now) return [`function ${name} is dropped or renamed`];
    return now.definition === definition ? [] : [`function ${name} changes its body or result`];
  });
}

/** Privileges on what is gone are not listed again. */
function privileges(before: Catalog, after: Catalog): string[] {
  const objects = new Set([
    ...Object.keys(after.tables),
    ...Object.keys(after.columns),
    ...Object.keys(after.routines),
  ]);
  return missing(before.privileges, after.privileges)
    .filter((privilege) => objects.has(privilege.replace(/^\w+ on /, '')))
    .map((privilege) => `privilege ${privilege} is revoked`);
}

function triggers(before: Catalog, after: Catalog, stays: Predicate): string[] {
  const names = [...new Set([...Object.keys(before.triggers), ...Object.keys(after.triggers)])];
  return names.flatMap((name) => {
    const [was, now] = [before.triggers[name], after.triggers[name]];
    if (!stays((was ?? now)?.table ?? '') || was?.definition === now?.definition) return [];
    if (!was) return [`trigger ${name} is new`];
    return [now ? `trigger ${name} or its function is changed` : `trigger ${name} is dropped`];
  });
}
