import { caseClaimChanged } from '@trust/contracts/events/operations';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../../app.ts';
import { notifyOperator } from '../../notify-operator.ts';
import type { TriageRow } from '../items/find-triage-items.ts';
import {
  type CaseClaim,
  deleteClaim,
  type EarlyEnd,
  endCaseClaims,
  markExpiredClaims,
  renewCaseClaim,
} from './queries.ts';

/** Ends claims of cases before their time and announces it. `isTold`: it was somebody else's doing. */
export async function endClaims(
  trx: Trx,
  of: { operatorId: string; caseId?: string },
  { because, at, isTold }: { because: EarlyEnd; at: Date; isTold: boolean },
): Promise<void> {
  for (const claim of await endCaseClaims(trx, of, { because, at })) {
    await announce(trx, claim);
    if (isTold) await tellLoss(trx, claim.operator_id, claim.case_id);
  }
}

/** By its operator. */
export async function releaseClaim(
  trx: Trx,
  { subject_type, subject_id }: Pick<TriageRow, 'subject_id' | 'subject_type'>,
  { operatorId, now }: { operatorId: string; now: Date },
): Promise<void> {
  if (subject_type !== 'verification_case') return deleteClaim(trx, subject_id, operatorId);
  await endClaims(trx, { operatorId, caseId: subject_id }, { because: 'released', at: now, isTold: false });
}

/** Announces a claim that was taken or renewed. Whose claim had ended is told that somebody else has the case. */
export async function announceClaim(
  trx: Trx,
  { subject_type, subject_id: caseId }: Pick<TriageRow, 'subject_id' | 'subject_type'>,
  { operatorId, now }: { operatorId: string; now: Date },
): Promise<void> {
  if (subject_type !== 'verification_case') return;
  for (const { operator_id } of await markExpiredClaims(trx, { caseId, operatorId, now }))
    await tellLoss(trx, operator_id, caseId);
  await announce(trx, await renewCaseClaim(trx, { caseId, operatorId, now }));
}

function announce(trx: Trx, claim: CaseClaim): Promise<void> {
  return emit(trx, caseClaimChanged, {
    claimId: claim.claim_id,
    caseId: claim.case_id,
    operatorId: claim.operator_id,
    claimedAt: claim.claimed_at.toISOString(),
    endsAt: claim.ends_at.toISOString(),
    endedBecause: claim.ended_because as EarlyEnd | null,
  });
}

function tellLoss(trx: Trx, userId: string, caseId: string): Promise<void> {
  return notifyOperator(trx, { userId, template: 'work_lost', type: 'verification_case', id: caseId });
}
