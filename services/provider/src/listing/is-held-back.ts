import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../app.ts';

/**
 * Whether the public sees nothing of the category: a claim about a person for which it asks was refused for good, or one of it ended for
 * safety, and no later decision granted its type (docs/domain/publication-and-search.md 33). A trigger asks the same before a publication.
 */
export function isHeldBack(providerId: RawBuilder<unknown>, categoryKey: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`is_held_back(${providerId}, ${categoryKey}, null)`;
}

export async function isCategoryHeldBack(db: Db, providerId: string, categoryKey: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select ${isHeldBack(sql`${providerId}::uuid`, sql`${categoryKey}`)} as is`.execute(db);
  return rows[0]?.is === true;
}

/** Of the categories that the provider offers or once offered. */
export async function findHeldBack(db: Db, providerId: string): Promise<string[]> {
  const { rows } = await sql<{ category_key: string }>`
    select category_key from (select distinct provider_id, category_key from service_selection where provider_id = ${providerId}) s
    where ${isHeldBack(sql`s.provider_id`, sql`s.category_key`)}`.execute(db);
  return rows.map(({ category_key }) => category_key);
}

/** At an earlier time: what the public saw then it may read again, and no more. */
export function wasHeldBack(
  providerId: RawBuilder<unknown>,
  categoryKey: RawBuilder<unknown>,
  at: Date,
): RawBuilder<boolean> {
  return sql`is_held_back(${providerId}, ${categoryKey}, ${at}::timestamptz)`;
}
