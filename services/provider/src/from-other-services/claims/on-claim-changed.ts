import type { PayloadOf } from '@trust/contracts/event';
import { claimChanged, claimSnapshot } from '@trust/contracts/events/claims';
import { on, type Trx } from '../../app.ts';
import { refreshListing } from '../../listing/refresh-listing.ts';
import { tellCustomersOfStop } from '../../listing/tell-customers.ts';
import { lockProvider } from '../../provider-record/provider-row.ts';
import { findSeen, recordClaim } from './queries.ts';

/** Those that a refusal brings, which also hides the category: as both are told as safety, one decision makes one notice. */
const doubts: readonly PayloadOf<typeof claimChanged>['changeReason'][] = [
  'safety_concern',
  'evidence_in_doubt',
  'evidence_not_authentic',
  'conditions_changed',
];

export const onClaimChanged = on(claimChanged, async (payload, { trx }, { now }) => {
  const { claimId, state, changeReason, occurredAt, providerId, categoryKey } = payload;
  const at = now();
  await lockProvider(trx, providerId);
  const seen = await findSeen(trx, claimId, at);
  await project(trx, payload, [{ state, occurredAt }], at);
  // Such an end hides the whole category, also if the public never saw this claim.
  const hidesCategory = changeReason === 'safety_concern';
  const isForSafety = doubts.includes(changeReason);
  const sentUntil = hidesCategory ? null : (seen?.public_until ?? null);
  if ((state === 'suspended' || state === 'revoked') && (seen || hidesCategory))
    await tellCustomersOfStop(trx, { providerId, categoryKey, isForSafety, at, sentUntil });
});
export const onClaimSnapshot = on(claimSnapshot, (payload, { trx }, { now }) =>
  project(trx, payload, payload.history, now()),
);

type History = PayloadOf<typeof claimSnapshot>['history'];

async function project(trx: Trx, payload: PayloadOf<typeof claimChanged>, history: History, at: Date): Promise<void> {
  const { claimId, providerId } = payload;
  await lockProvider(trx, providerId);
  await recordClaim(
    trx,
    {
      claim_id: claimId,
      provider_id: providerId,
      category_key: payload.categoryKey,
      requirement_key: payload.requirementKey,
      type: payload.type,
      subject_id: payload.subjectId ?? null,
      statement: payload.statement,
      method: payload.method,
      source_kind: payload.sourceKind,
      status: payload.state,
      limitations: payload.limitations,
      policy_version: payload.policyVersion,
      checked_on: payload.checkedOn,
      valid_from: payload.validFrom,
      valid_until: payload.validUntil,
      superseded_by: payload.supersedingClaimId ?? null,
      change_reason: payload.changeReason ?? null,
      at: payload.occurredAt,
    },
    history,
  );
  await refreshListing(trx, providerId, at);
}
