import type { App, Trx } from '../../app.ts';
import { applyEffects } from '../../case/effects/effects.ts';
import type { DecisionRow } from '../../case/record/decisions.ts';
import { type Case, lockCasesOf } from '../../case/record/queries.ts';
import { doubtsEveryClaim, identityType, isGrave } from '../../case/refusals/grave-doubt.ts';
import { changeClaim } from './change-claim.ts';
import { findPeopleOfChecks, findRefusedChecks, lockDoubtedClaims, lockFreedClaims } from './doubt-queries.ts';
import type { Grant } from './grant-claim.ts';
import { openReviewOf } from './open-review.ts';
import { restoreClaims } from './stands-against.ts';

type Judged = Pick<Grant, 'requirement' | 'check'> & { result: string; reasonCodes?: string[] };

/**
 * A document that is not authentic, a concern about safety, or of a claim about a person what no other document cures, doubts
 * every current claim of the same type, in each category, and about that person in each provider: they are suspended, and a review
 * of each is opened (docs/domain/claim.md 12). In other providers only of who answers for the document there; else they are reviewed alone.
 * These providers are locked.
 */
export async function suspendDoubtedClaims(
  trx: Trx,
  app: App,
  { found, decision, lines }: { found: Case; decision: DecisionRow; lines: readonly Judged[] },
): Promise<void> {
  const refused = lines
    .filter(({ result, check }) => result === 'refused' && check.result === 'failed')
    .map((line) => ({ ...line, ended: { ...decision, reason_codes: line.reasonCodes ?? [] } }))
    .filter(
      ({ requirement, ended }) => doubtsEveryClaim(ended) || (requirement.claim_about === 'person' && isGrave(ended)),
    );
  const types = refused.map(({ requirement }) => requirement.claim_type);
  if (types.length === 0) return;
  const checkIds = refused.map(({ check }) => check.id);
  const { personIds, answeringIds, otherProviderIds } = await findPeopleOfChecks(trx, found.provider_id, checkIds);
  for (const providerId of [found.provider_id, ...otherProviderIds]) await lockCasesOf(trx, providerId);
  const forged = refused
    .filter(({ ended }) => doubtsEveryClaim(ended))
    .map(({ requirement }) => requirement.claim_type);
  const ofPerson = forged.includes(identityType);
  const doubtedOf = async (people: readonly string[]) => {
    const of = { providerId: found.provider_id, types, ofPerson, personIds: people };
    return (await lockDoubtedClaims(trx, of)).filter(({ decision_id }) => decision_id !== decision.id);
  };
  const claims = await doubtedOf(personIds);
  for (const claim of await doubtedOf(answeringIds)) {
    const isForged = forged.includes(claim.claim_type) || (ofPerson && !types.includes(claim.claim_type));
    const change = {
      to: 'suspended',
      reason: reasonOf(decision, isForged),
      cause: { decisionId: decision.id },
    } as const;
    await applyEffects(trx, app, [await changeClaim(trx, app, claim, change)]);
  }
  for (const providerId of new Set(claims.map(({ provider_id }) => provider_id))) {
    const theirs = claims.filter(({ provider_id }) => provider_id === providerId);
    for (const categoryKey of new Set(theirs.map(({ category_key }) => category_key)))
      await openReviewOf(trx, app, { providerId, categoryKey }, theirs);
  }
}

function reasonOf({ claim_end_reason }: DecisionRow, isForged: boolean) {
  if (claim_end_reason === 'safety_concern') return 'safety_concern';
  return isForged ? 'evidence_in_doubt' : 'conditions_changed';
}

/** An appeal that set a decision aside ends the doubt that it cast on other claims: of the provider, and about the people of its documents in other providers. */
export async function restoreDoubtedClaims(
  trx: Trx,
  app: App,
  { found, decisionId, appealId }: { found: Case; decisionId: string; appealId: string },
): Promise<void> {
  const checkIds = await findRefusedChecks(trx, decisionId);
  const { personIds, otherProviderIds } = await findPeopleOfChecks(trx, found.provider_id, checkIds);
  for (const providerId of otherProviderIds) await lockCasesOf(trx, providerId);
  const claims = await lockFreedClaims(trx, { providerId: found.provider_id, personIds });
  await applyEffects(trx, app, await restoreClaims(trx, app, claims, { reason: 'decision_overturned', appealId }));
}
