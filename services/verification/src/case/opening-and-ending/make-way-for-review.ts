import { systemAudit } from '@trust/service-kit/audit/audit';
import type { AnyInput } from '@trust/service-kit/request-info';
import { type App, audit, type Trx } from '../../app.ts';
import { assertNotFrozen } from '../../from-other-services/assert-not-frozen.ts';
import { findFrozenUntil } from '../../from-other-services/emergency-actions.ts';
import { applyEffects } from '../effects/effects.ts';
import { moveCase } from '../record/move-case.ts';
import { type Case, lockOpenCases } from '../record/queries.ts';

type Category = { providerId: string; categoryKey: string };

/** A case that waits for its provider keeps no claim from a review (docs/domain/case.md 42). Lock the provider before. */
export async function makeWayForReview(
  trx: Trx,
  app: App,
  input: AnyInput,
  { reason, ...of }: Category & { reason: string },
): Promise<void> {
  for (const open of await lockWaiting(trx, of)) {
    await assertNotFrozen(trx, open.id, app.now());
    await withdraw(trx, app, open);
    await audit(trx, input, { ...entryOf(open, 'operator'), reason });
  }
}

/** The same for a review that the platform opens; a frozen case stays, and the review does not open. */
export async function makeWayByPlatform(trx: Trx, app: App, of: Category): Promise<void> {
  const at = app.now();
  for (const open of await lockWaiting(trx, of)) {
    if (await findFrozenUntil(trx, open.id, at)) continue;
    await withdraw(trx, app, open);
    await audit(trx, systemAudit('makeWayForReview', { by: 'event', at }), entryOf(open, 'platform'));
  }
}

async function lockWaiting(trx: Trx, of: Category): Promise<Case[]> {
  const open = await lockOpenCases(trx, of);
  return open.filter(({ kind, state }) => kind !== 'review' && state === 'awaiting_evidence');
}

async function withdraw(trx: Trx, app: App, open: Case): Promise<void> {
  const withdrawal = await moveCase(trx, open, 'withdrawn', app.now());
  await applyEffects(trx, app, [{ ...withdrawal, isByPlatform: true, isForReview: true }]);
}

function entryOf({ id, state }: Case, actingAs: 'operator' | 'platform') {
  return {
    objectType: 'verification_case',
    objectId: id,
    before: { state },
    after: { state: 'withdrawn', because: 'review_opened', actingAs },
  };
}
