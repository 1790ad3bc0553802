import { RawReply, Reply } from './http/reply.ts';
import type { Routes } from './http/route.ts';

type Naming<App> = {
  /** Fields with an id: `assigneeId` gets `assigneeName` beside it. */
  fields: readonly `${string}Id`[];
  namesOf: (app: App, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
};

/**
 * Answers have the name beside each of these ids; null if there is none. Names are read when an answer is sent: the one
 * stored under an `Idempotency-Key` has none, so a name that was erased is nowhere else.
 */
export function withNames<App, R extends Routes<App>>(routes: R, naming: Naming<App>): R {
  const fields = new Set<string>(naming.fields);
  const named = Object.entries(routes).map(([operation, route]) => {
    const beforeSending = async (result: unknown, app: App) => {
      if (result instanceof RawReply) return result;
      const body = result instanceof Reply ? result.body : result;
      const ids = idsIn(body, fields);
      if (ids === undefined) return result;
      const answer = addNames(body, fields, await naming.namesOf(app, [...ids]));
      return result instanceof Reply ? new Reply(answer, result) : answer;
    };
    return [operation, { ...route, beforeSending }];
  });
  return Object.fromEntries(named) as R;
}

/** Undefined if the answer has no such field. */
function idsIn(value: unknown, fields: ReadonlySet<string>): Set<string> | undefined {
  let found: Set<string> | undefined;
  for (const [key, inner] of partsOf(value)) {
    const ids = fields.has(key) ? new Set(typeof inner === 'string' ? [inner] : []) : idsIn(inner, fields);
    if (ids) found = new Set([...(found ?? []), ...ids]);
  }
  return found;
}

function addNames(value: unknown, fields: ReadonlySet<string>, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => addNames(one, fields, names));
  if (!isPlain(value)) return value;
  const parts = Object.entries(value).flatMap(([key, inner]) =>
    fields.has(key) && inner !== undefined
      ? [[key, inner] as const, [`${key.slice(0, -'Id'.length)}Name`, names.get(String(inner)) ?? null] as const]
      : [[key, addNames(inner, fields, names)] as const],
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
