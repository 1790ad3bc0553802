import type { PayloadOf } from '@trust/contracts/event';
import { claimChanged, claimSnapshot } from '@trust/contracts/events/claims';
import { on, type Trx } from '../../app.ts';
import { refreshListing } from '../../listing/refresh-listing.ts';
import { lockProvider } from '../../provider-record/provider-row.ts';
import { tellCustomersOfStop } from '../../provider-record/tell-customers.ts';
import { recordClaim } from './queries.ts';

export const onClaimChanged = on(claimChanged, async (payload, { trx }, { now }) => {
  const { state, occurredAt, providerId, categoryKey } = payload;
  await project(trx, payload, [{ state, occurredAt }]);
  if (state === 'suspended' || state === 'revoked') await tellCustomersOfStop(trx, providerId, now(), categoryKey);
});
export const onClaimSnapshot = on(claimSnapshot, (payload, { trx }) => project(trx, payload, payload.history));

type History = PayloadOf<typeof claimSnapshot>['history'];

async function project(trx: Trx, payload: PayloadOf<typeof claimChanged>, history: History): Promise<void> {
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
  await refreshListing(trx, providerId);
}
