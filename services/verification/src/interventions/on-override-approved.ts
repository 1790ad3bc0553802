import type { PayloadOf } from '@trust/contracts/event';
import { overrideApproved } from '@trust/contracts/events/operations';
import { systemAudit } from '@trust/service-kit/audit/audit';
import { type App, audit, on, type Trx } from '../app.ts';
import { extendCorrection, lockOpenCorrection } from '../case/corrections/queries.ts';
import { announceAwaited } from '../case/effects/announce-changes.ts';
import { applyEffects } from '../case/effects/effects.ts';
import { addEntry } from '../case/effects/timeline-entry.ts';
import { type Case, lockCase, updateCase } from '../case/record/queries.ts';
import { stateAt } from '../case/record/transitions.ts';
import { hasSubjectEnded } from '../from-other-services/claim-subjects.ts';
import { insertOverride } from '../from-other-services/overrides.ts';
import { changeClaim } from '../outcome/claims/change-claim.ts';
import { findCaseOfClaim, findLastChange, lockClaim } from '../outcome/claims/queries.ts';
import { isRefusedSince } from '../outcome/claims/refused-since.ts';
import { isUnconfirmedSince } from '../outcome/claims/stands-against.ts';

type Approved = PayloadOf<typeof overrideApproved>;
const dayMs = 86_400_000;

/** An override that came too late for its target is recorded and changes nothing. */
export const onOverrideApproved = on(overrideApproved, async (approved, { trx, event }, app) => {
  const { overrideId, kind, targetId, days } = approved;
  const isLift = kind === 'claim-suspension-lift';
  const caseId = isLift ? await findCaseOfClaim(trx, targetId) : targetId;
  const found = caseId && (await lockCase(trx, caseId));
  if (!found) return;
  const approvedAt = new Date(approved.occurredAt);
  const isNew = await insertOverride(trx, {
    override_id: overrideId,
    kind,
    target_id: targetId,
    ends_at: kind === 'case-reassignment-block' ? new Date(approvedAt.getTime() + (days ?? 0) * dayMs) : null,
    approved_at: approvedAt,
  });
  if (!isNew) return;
  const hasEffect = await effects[kind](trx, app, found, approved);
  await audit(trx, systemAudit('applyOverride', { by: 'event', at: event.time, id: event.id }), {
    objectType: isLift ? 'claim' : 'verification_case',
    objectId: targetId,
    after: { overrideId, kind, days, hasEffect },
  });
});

type Effect = (trx: Trx, app: App, found: Case, approved: Approved) => Promise<boolean>;

const effects: Record<Approved['kind'], Effect> = {
  async 'deadline-extension'(trx, app, found, { days, occurredAt }) {
    const now = app.now();
    if (stateAt(found, now) !== 'awaiting_correction') return false;
    const correction = await lockOpenCorrection(trx, found.id, new Date(occurredAt));
    if (!correction) return false;
    const dueAt = new Date(correction.due_at.getTime() + (days ?? 0) * dayMs);
    await extendCorrection(trx, correction.id, dueAt);
    const extended = await updateCase(trx, found, { correction_due_at: dueAt });
    await announceAwaited(trx, extended, now);
    await addEntry(trx, app, extended, { type: 'case_deadline_extended', status: 'awaiting_correction' });
    return true;
  },
  /** Assignments compare its end (assert-not-blocked.ts). */
  async 'case-reassignment-block'() {
    return true;
  },
  async 'claim-suspension-lift'(trx, app, _found, { overrideId, targetId, requestedAt, occurredAt }) {
    const claim = await lockClaim(trx, targetId);
    if (claim?.state !== 'suspended' || (await hasSubjectEnded(trx, claim))) return false;
    const suspended = await findLastChange(trx, claim.id);
    // The request names the suspension that exists then, and knows of no later review.
    const asked = new Date(requestedAt ?? occurredAt);
    if (!suspended || suspended.changed_at > asked) return false;
    if (await isUnconfirmedSince(trx, claim.id, asked)) return false;
    // Their approval covers no refusal that came after the suspension.
    if (await isRefusedSince(trx, claim, new Date(suspended.changed_at.getTime() + 1))) return false;
    const lift = { to: 'active', reason: 'suspension_lifted', cause: { overrideId } } as const;
    await applyEffects(trx, app, [await changeClaim(trx, app, claim, lift)]);
    return true;
  },
};
