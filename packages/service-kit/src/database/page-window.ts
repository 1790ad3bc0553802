import { type RawBuilder, sql } from 'kysely';

/** The rows after a position, and one more than the page shows. */
export type PageWindow<Position> = { after: Position | undefined; limit: number };

/** The position of a row in a list ordered by a time (ISO 8601). */
export type TimeAndId = readonly [time: string, id: string];

/** The list has the newest first. A comparison of rows can use the index of both columns. */
export function isOlder(time: string, id: string, after: TimeAndId | undefined): RawBuilder<boolean> {
  if (!after) return sql`true`;
  return sql`(${sql.ref(time)}, ${sql.ref(id)}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`;
}
