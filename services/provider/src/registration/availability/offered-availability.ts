import { sql } from 'kysely';
import type { Db } from '../../app.ts';
import { hasCurrentClaim } from '../../from-other-services/claims/public-claim.ts';
import { isHeldBack } from '../../listing/is-held-back.ts';
import type { Offer } from './takes-work.ts';

type OfferedAvailability = Offer & { category_key: string; next_available_at: Date | null };

/** Returns every service of which the public sees something; `state` is null if the provider stated none. */
export async function findOfferedAvailability(db: Db, providerId: string, at: Date): Promise<OfferedAvailability[]> {
  const category = { providerId: sql`s.provider_id`, categoryKey: sql`s.category_key` };
  const { rows } = await sql<OfferedAvailability>`
    select s.category_key, a.state, a.next_available_at, ${hasCurrentClaim(category, at)} as has_public_claim
    from service_selection s
    left join availability a on a.selection_id = s.id
    where s.provider_id = ${providerId} and s.state = 'active'
      and not ${isHeldBack(category.providerId, category.categoryKey)}
    order by s.category_key`.execute(db);
  return rows;
}
