import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../app.ts';

/**
 * Whether the public sees nothing of the category: a claim about a person for which it asks was refused for good, or one of it ended for
 * safety, and no later decision granted its type (docs/domain/publication-and-search.md 33). A trigger asks the same before a publication.
 */
export function isHeldBack(providerId: RawBuilder<unknown>, categoryKey: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`is_held_back(${providerId}, ${categoryKey})`;
}

export async function isCategoryHeldBack(db: Db, providerId: string, categoryKey: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select ${isHeldBack(sql`${providerId}::uuid`, sql`${categoryKey}`)} as is`.execute(db);
  return rows[0]?.is === true;
}

/** At an earlier time, as recorded then: what the public saw it may read again, and no more. */
export function wasHeldBack(
  providerId: RawBuilder<unknown>,
  categoryKey: RawBuilder<unknown>,
  at: Date,
): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from category_hold h where h.provider_id = ${providerId} and h.category_key = ${categoryKey}
      and h.held_at <= ${at} and (h.ended_at is null or h.ended_at > ${at}))`;
}
