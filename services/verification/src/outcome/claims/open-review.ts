import type { App, Trx } from '../../app.ts';
import type { ReviewCause } from '../../case/effects/happened.ts';
import { makeWayByPlatform } from '../../case/opening-and-ending/make-way-for-review.ts';
import { openCase } from '../../case/opening-and-ending/open-and-withdraw.ts';
import { findOpeningFacts } from '../../case/opening-and-ending/opening-facts.ts';
import { isUnderAppeal, lastDecidedCase, readinessErrors } from '../../case/opening-and-ending/opening-rules.ts';
import { lockOpenCases } from '../../case/record/queries.ts';
import { keysOfVersion } from '../../from-other-services/requirement-versions.ts';
import type { ClaimRow } from './queries.ts';

/**
 * Asks for the documents of doubted claims of one category again. What operators judge there already judges them. Lock the provider
 * before. False if none can be open now: the category has no service, an appeal is pending, or its case is frozen.
 */
export async function openReviewOf(
  trx: Trx,
  app: App,
  of: { providerId: string; categoryKey: string },
  claims: readonly ClaimRow[],
  cause?: ReviewCause,
): Promise<boolean> {
  const facts = await findOpeningFacts(trx, of, app.now());
  const reviewedCaseId = facts && lastDecidedCase(facts);
  if (!facts?.selection || !reviewedCaseId || isUnderAppeal(facts)) return false;
  if (readinessErrors('review', facts).length > 0) return false;
  await makeWayByPlatform(trx, app, of);
  const { id: selectionId, versionId: requirementVersionId } = facts.selection;
  const known = await keysOfVersion(trx, requirementVersionId);
  const requirementKeys = known.filter((key) =>
    claims.some((claim) => claim.category_key === of.categoryKey && claim.requirement_key === key),
  );
  // A newer version may ask for none of them: then for all of its own.
  const asked = requirementKeys.length > 0 ? { requirementKeys } : {};
  const review = { kind: 'review', reviewedCaseId, ...(cause && { cause }) } as const;
  await openCase(trx, app, { ...of, selectionId, requirementVersionId, ...asked, ...review });
  return (await lockOpenCases(trx, of)).some(({ kind, state }) => kind === 'review' || state !== 'awaiting_evidence');
}
