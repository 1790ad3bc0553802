import type { App, Trx } from '../../app.ts';
import { findFrozenUntil } from '../../from-other-services/emergency-actions.ts';
import { lockProvider } from '../../from-other-services/providers.ts';
import { applyEffects } from '../effects/effects.ts';
import type { ReviewCause } from '../effects/happened.ts';
import { moveCase } from '../record/move-case.ts';
import { type Case, lockOpenCases } from '../record/queries.ts';
import { stateAt } from '../record/transitions.ts';
import { addEarlierEvidence, findEarlierEvidence } from '../review/queries.ts';
import { findOpeningFacts } from './opening-facts.ts';
import { automaticKind, hasOpenCase } from './opening-rules.ts';
import { addCaseRequirements, categoriesWithoutCase, insertCase } from './queries.ts';

export type NewCase = {
  providerId: string;
  categoryKey: string;
  selectionId: string;
  requirementVersionId: string;
  /** All of the version without it. */
  requirementKeys?: readonly string[];
} & (
  | { kind: 'initial' | 'renewal' }
  | { kind: 'review'; reviewedCaseId: string; cause?: ReviewCause; openedBy?: string }
);

/**
 * Opens a case and closes a lapsed one of the category first.
 * Undefined if the provider has an open case for the category (promise M3). Lock the provider before.
 */
export async function openCase(trx: Trx, app: App, of: NewCase): Promise<Case | undefined> {
  const { providerId, categoryKey } = of;
  const now = app.now();
  for (const open of await lockOpenCases(trx, { providerId, categoryKey })) {
    // An appeal's own deadline ends its case.
    if (!open.for_appeal && stateAt(open, now) === 'expired')
      await applyEffects(trx, app, [await moveCase(trx, open, 'expired', now)]);
  }
  const opened = await insertCase(trx, {
    id: app.newId(),
    provider_id: providerId,
    category_key: categoryKey,
    selection_id: of.selectionId,
    requirement_version_id: of.requirementVersionId,
    kind: of.kind,
    for_appeal: of.kind === 'review' && of.cause === 'appeal',
    reviewed_case_id: of.kind === 'review' ? of.reviewedCaseId : null,
    opened_at: now,
    opened_by: of.kind === 'review' ? (of.openedBy ?? null) : null,
  });
  if (!opened) return undefined;
  await addCaseRequirements(trx, opened, of.requirementKeys);
  // A review may judge what its claims rest on beside what comes (docs/domain/review-and-duties.md 28).
  if (of.kind === 'review' && of.cause !== 'appeal')
    await addEarlierEvidence(trx, opened.id, await findEarlierEvidence(trx, opened.id, now));
  const cause = of.kind === 'review' ? (of.cause ?? null) : null;
  await applyEffects(trx, app, [{ type: 'case_opened', opened, cause }]);
  return opened;
}

/** Called when a provider, selection or requirement version arrives: their order is not known. */
export async function openMissingCases(trx: Trx, app: App, providerId: string): Promise<void> {
  await lockProvider(trx, providerId);
  for (const categoryKey of await categoriesWithoutCase(trx, providerId)) {
    const facts = await findOpeningFacts(trx, { providerId, categoryKey }, app.now());
    if (!facts?.selection || facts.selection.isOutdated || hasOpenCase(facts)) continue;
    const { id: selectionId, versionId: requirementVersionId } = facts.selection;
    const kind = automaticKind(facts, app.now());
    if (kind) await openCase(trx, app, { providerId, categoryKey, selectionId, requirementVersionId, kind });
  }
}

export async function withdrawOpenCases(
  trx: Trx,
  app: App,
  of: { providerId: string } | { selectionId: string },
): Promise<void> {
  for (const open of await lockOpenCases(trx, of)) {
    if ('selectionId' in of && outlivesItsService(open)) continue;
    // The end of the freeze withdraws it (withdraw-unfrozen-cases.ts).
    if (await findFrozenUntil(trx, open.id, app.now())) continue;
    const end = stateAt(open, app.now()) === 'expired' ? 'expired' : 'withdrawn';
    await applyEffects(trx, app, [await moveCase(trx, open, end, app.now())]);
  }
}

/**
 * A provider ends neither the review of its claims nor a case that waits for its decision (docs/domain/case.md 30, 31).
 * The evidence of an appeal is its own. `findWithdrawable` has the same rule, or it would return the same case again
 * and again.
 */
function outlivesItsService({ kind, state, for_appeal }: Case): boolean {
  return (kind === 'review' || state === 'recommended') && !for_appeal;
}
