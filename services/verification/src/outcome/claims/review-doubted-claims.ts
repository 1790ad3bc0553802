import type { App, Trx } from '../../app.ts';
import { requirementsOf } from '../../case/record/requirements.ts';
import { listRefusals } from '../../case/refusals/queries.ts';
import { lockProvider } from '../../from-other-services/providers.ts';
import { deleteDoubt, findCasesEndedWithDoubt, lockDoubtedClaims } from './doubt-queries.ts';
import { openReviewOf } from './open-review.ts';

/**
 * One person doubted a document, and its case ended without a decision: a review of the current claims of that type lets two
 * people decide (docs/domain/claim.md 22). Returns how many cases it read.
 */
export async function reviewDoubtedClaims(trx: Trx, app: App): Promise<number> {
  const ended = await findCasesEndedWithDoubt(trx);
  for (const { id, provider_id: providerId } of ended) {
    await lockProvider(trx, providerId);
    const claimTypes = (await requirementsOf(trx, [id])).map(({ claim_type }) => claim_type);
    const refusals = await listRefusals(trx, { providerId, claimTypes });
    const types = refusals
      .filter(({ case_id, is_grave, reason_codes }) => case_id === id && (is_grave || reason_codes.length === 0))
      .map(({ claim_type }) => claim_type);
    const claims = types.length > 0 ? await lockDoubtedClaims(trx, { providerId, types }) : [];
    for (const categoryKey of new Set(claims.map(({ category_key }) => category_key)))
      await openReviewOf(trx, app, { providerId, categoryKey }, claims);
    await deleteDoubt(trx, id);
  }
  return ended.length;
}
