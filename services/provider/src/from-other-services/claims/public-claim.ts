import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../app.ts';
import { isHeldBack } from '../../listing/is-held-back.ts';
import { isInEffect } from '../../listing/is-in-effect.ts';
import { isNotWithheld } from '../emergency-actions/in-force.ts';

type Category = { providerId: RawBuilder<unknown>; categoryKey: RawBuilder<unknown> };

/** Whether the provider offers the category and has a current claim of it that anybody may see. */
export function hasCurrentClaim({ providerId, categoryKey }: Category, at: Date): RawBuilder<boolean> {
  return sql`(exists (
      select from claim shown where shown.provider_id = ${providerId} and shown.category_key = ${categoryKey}
        and shown.status = 'active' and shown.valid_until > ${at} and ${isNotWithheld(sql`shown.claim_id`, at)}
        and ${isInEffect(sql`shown.subject_id`)})
    and exists (
      select from service_selection offered
      where offered.provider_id = ${providerId} and offered.category_key = ${categoryKey} and offered.selected_at <= ${at}
        and (offered.removed_at is null or offered.removed_at > ${at})))`;
}

/** And the category is not held back (docs/domain/enquiry.md 32). */
export async function findPublicClaim(db: Db, providerId: string, categoryKey: string, at: Date): Promise<boolean> {
  const category = { providerId: sql`${providerId}::uuid`, categoryKey: sql`${categoryKey}` };
  const { rows } = await sql<{ has: boolean }>`
    select ${hasCurrentClaim(category, at)} and not ${isHeldBack(category.providerId, category.categoryKey)} as has`.execute(
    db,
  );
  return rows[0]?.has ?? false;
}
