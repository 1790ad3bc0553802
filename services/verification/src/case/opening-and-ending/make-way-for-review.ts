import type { AnyInput } from '@trust/service-kit/request-info';
import { type App, audit, type Trx } from '../../app.ts';
import { assertNotFrozen } from '../../from-other-services/assert-not-frozen.ts';
import { applyEffects } from '../effects/effects.ts';
import { moveCase } from '../record/move-case.ts';
import { lockOpenCases } from '../record/queries.ts';

/** A case that waits for its provider keeps no claim from a review (docs/domain/case.md 42). Lock the provider before. */
export async function makeWayForReview(
  trx: Trx,
  app: App,
  input: AnyInput,
  { providerId, categoryKey, reason }: { providerId: string; categoryKey: string; reason: string },
): Promise<void> {
  for (const open of await lockOpenCases(trx, { providerId, categoryKey })) {
    if (open.kind === 'review' || open.state !== 'awaiting_evidence') continue;
    await assertNotFrozen(trx, open.id, app.now());
    const withdrawal = await moveCase(trx, open, 'withdrawn', app.now());
    await applyEffects(trx, app, [{ ...withdrawal, isByOperator: true, isForReview: true }]);
    await audit(trx, input, {
      objectType: 'verification_case',
      objectId: open.id,
      reason,
      before: { state: open.state },
      after: { state: 'withdrawn', because: 'review_opened', actingAs: 'operator' },
    });
  }
}
