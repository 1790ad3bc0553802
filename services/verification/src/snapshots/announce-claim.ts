import { claimSnapshot } from '@trust/contracts/events/claims';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../app.ts';
import { claimPayload } from '../case/effects/claim-payload.ts';
import { lockClaim } from '../outcome/claims/queries.ts';
import { findClaimChanges } from './queries.ts';

export async function announceClaim(trx: Trx, claimId: string): Promise<void> {
  const claim = await lockClaim(trx, claimId);
  if (!claim) return;
  const changes = await findClaimChanges(trx, claimId);
  const last = changes.at(-1);
  const payload = await claimPayload(trx, claim, { at: last?.at ?? claim.valid_from, reason: last?.reason });
  const history = changes.map(({ state, reason, at }) => ({
    state,
    changeReason: reason,
    occurredAt: at.toISOString(),
  }));
  const granted = { state: 'active' as const, occurredAt: claim.valid_from.toISOString() };
  await emit(trx, claimSnapshot, { ...payload, history: [granted, ...history] });
}
