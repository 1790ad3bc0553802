import type { App, Trx } from '../../app.ts';
import { requirementsOf } from '../../case/record/requirements.ts';
import { doubtsEveryClaim, identityType } from '../../case/refusals/grave-doubt.ts';
import { listRefusals } from '../../case/refusals/queries.ts';
import { lockProvider } from '../../from-other-services/providers.ts';
import { deleteDoubt, findCasesEndedWithDoubt, keepDoubt, lockDoubtedClaims } from './doubt-queries.ts';
import { openReviewOf } from './open-review.ts';

/**
 * One person doubted a document, and its case ended without a decision: a review of the current claims of that type lets two
 * people decide. While none can be open, the doubt stays: a service that is removed and selected again does not lose it
 * (docs/domain/claim.md 22). Returns how many cases it read.
 */
export async function reviewDoubtedClaims(trx: Trx, app: App): Promise<number> {
  const now = app.now();
  const ended = await findCasesEndedWithDoubt(trx);
  for (const { id, provider_id: providerId } of ended) {
    await lockProvider(trx, providerId);
    const refusals = await listRefusals(trx, { providerId, claims: await requirementsOf(trx, [id]) });
    const own = refusals.filter(
      ({ case_id, is_grave, reason_codes }) => case_id === id && (is_grave || reason_codes.length === 0),
    );
    const types = own.map(({ claim_type }) => claim_type);
    const ofPerson = own.some((one) => one.claim_type === identityType && doubtsEveryClaim(one));
    const of = { providerId, types, ofPerson };
    const doubted = types.length > 0 ? await lockDoubtedClaims(trx, of, ['active', 'suspended']) : [];
    const claims = doubted.filter(({ valid_until }) => valid_until > now);
    const active = claims.filter(({ state }) => state === 'active');
    const reviewed: boolean[] = [];
    for (const categoryKey of new Set(active.map(({ category_key }) => category_key)))
      reviewed.push(await openReviewOf(trx, app, { providerId, categoryKey }, active));
    // An appeal may make a suspended claim active again.
    if (active.length === claims.length && reviewed.every(Boolean)) await deleteDoubt(trx, id);
    else await keepDoubt(trx, id, now);
  }
  return ended.length;
}
