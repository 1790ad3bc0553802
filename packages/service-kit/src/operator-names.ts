import { formerOperator, operatorIdFields } from '@trust/contracts/values/work-name';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { AnyDatabase } from './database/transaction.ts';
import { RawReply, Reply } from './http/reply.ts';
import type { Routes } from './http/route.ts';

/** The table of a service with the names of operators. Its column `work_name` is null after an erasure. */
type Names = { table: string; key: string };

const fields: ReadonlySet<string> = new Set(operatorIdFields);

/**
 * Answers have the work name beside each id of an operator; null if there is none. Names are read when an answer is sent: the
 * one stored under an `Idempotency-Key` has none, so a name that was erased is nowhere else. The public reads no operator.
 */
export function withOperatorNames<R extends Routes<never>>(routes: R, names: Names): R {
  const named = Object.entries(routes).map(([operation, route]) => {
    const { access, responds } = route.declaration;
    if (access === 'public' || !responds.body || !hasOperatorId(responds.body)) return [operation, route];
    const beforeSending = async (result: unknown, { db }: { db: AnyDatabase }) => {
      if (result instanceof RawReply) return result;
      const body = result instanceof Reply ? result.body : result;
      const ids = idsIn(body);
      if (ids === undefined) return result;
      const answer = addNames(body, await findNames(db, names, [...ids]));
      return result instanceof Reply ? new Reply(answer, result) : answer;
    };
    return [operation, { ...route, beforeSending }];
  });
  return Object.fromEntries(named) as R;
}

type Parts = {
  shape?: Record<string, z.core.$ZodType>;
  options?: z.core.$ZodType[];
  items?: z.core.$ZodType[];
  getter?: () => z.core.$ZodType;
} & Partial<Record<(typeof innerParts)[number], z.core.$ZodType>>;

const innerParts = ['element', 'innerType', 'in', 'out', 'left', 'right', 'valueType'] as const;

/** At any depth of the schema. */
function hasOperatorId(schema: z.core.$ZodType): boolean {
  const parts = schema._zod.def as Parts;
  const { shape = {}, options = [], items = [], getter } = parts;
  if (Object.keys(shape).some((key) => fields.has(key))) return true;
  const inner = [...Object.values(shape), ...options, ...items, getter?.(), ...innerParts.map((name) => parts[name])];
  return inner.some((part) => part !== undefined && hasOperatorId(part));
}

async function findNames(db: AnyDatabase, { table, key }: Names, ids: string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; work_name: string | null }>`
    select ${sql.ref(key)} as id, work_name from ${sql.table(table)} where ${sql.ref(key)} = any(${ids}::uuid[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, work_name }) => [id, work_name ?? formerOperator]));
}

/** Undefined if the answer has no such field. */
function idsIn(value: unknown): Set<string> | undefined {
  let found: Set<string> | undefined;
  for (const [key, inner] of partsOf(value)) {
    const ids = fields.has(key) ? new Set(typeof inner === 'string' ? [inner] : []) : idsIn(inner);
    if (ids) found = new Set([...(found ?? []), ...ids]);
  }
  return found;
}

function addNames(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => addNames(one, names));
  if (!isPlain(value)) return value;
  const parts = Object.entries(value).flatMap(([key, inner]) =>
    fields.has(key) && inner !== undefined
      ? [[key, inner] as const, [`${key.slice(0, -'Id'.length)}Name`, names.get(String(inner)) ?? null] as const]
      : [[key, addNames(inner, names)] as const],
  );
  return Object.fromEntries(parts);
}

function partsOf(value: unknown): readonly (readonly [string, unknown])[] {
  if (Array.isArray(value)) return value.map((one) => ['', one] as const);
  return isPlain(value) ? Object.entries(value) : [];
}

function isPlain(value: unknown): value is object {
  return (
    typeof value === 'object' && value !== null && (value.constructor === Object || value.constructor === undefined)
  );
}
