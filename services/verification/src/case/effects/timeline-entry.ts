import type { App, Trx } from '../../app.ts';
import type { TimelineType } from '../../db/schema.ts';
import type { Case } from '../record/queries.ts';

type Entry = {
  type: TimelineType;
  status: string;
  requirementKey?: string;
  claimType?: string;
  claimId?: string;
  reason?: string;
};

/** The entry of an expired case uses the case id: the same as while it was only computed. */
export async function addEntry(
  trx: Trx,
  app: App,
  about: Pick<Case, 'id' | 'provider_id' | 'category_key'>,
  entry: Entry,
  at: Date = app.now(),
): Promise<void> {
  await trx
    .insertInto('timeline_entry')
    .values({
      id: entry.type === 'case_expired' ? about.id : app.newId(),
      provider_id: about.provider_id,
      case_id: about.id,
      category_key: about.category_key,
      type: entry.type,
      status: entry.status,
      requirement_key: entry.requirementKey ?? null,
      claim_type: entry.claimType ?? null,
      claim_id: entry.claimId ?? null,
      reason: entry.reason ?? null,
      at,
    })
    .execute();
}
