import type { CaseState, EvidenceState } from '../db/schema.ts';
import { freshnessAt } from '../public/freshness.ts';
import type { dueCodes } from './schema.ts';

/** The four lists that people know from Stripe's requirements. */
export const dueLists = ['currentlyDue', 'eventuallyDue', 'pastDue', 'pendingVerification'] as const;
type DueList = (typeof dueLists)[number];

export type Standing = { list: DueList; code: (typeof dueCodes)[number]; dueAt: Date | null };

/** What is known of one requirement of a selected service. */
export type RequirementFacts = {
  /** The case about the version that the service is bound to: the open one, else the last. */
  case: { state: CaseState; dueAt: Date | null; changedAt: Date } | undefined;
  /** The newest evidence in that case, but for what verification has refused. */
  evidence: { state: Exclude<EvidenceState, 'refused'>; at: Date } | undefined;
  /** Whether a document of the case was turned down: a correction is then about that one. */
  correctionIsNamed: boolean;
  /** The end of the last active claim that came of the requirement, whatever version it was granted under. */
  validUntil: Date | undefined;
};

/** Where a requirement stands at a moment. Deadlines are judged here and now; nothing sweeps them (promise M4). */
export function standingOf(facts: RequirementFacts, at: Date): Standing {
  const { case: its, evidence, validUntil = null } = facts;
  const isAnswered = evidence !== undefined && evidence.state !== 'rejected';
  switch (its?.state) {
    case undefined:
    case 'withdrawn':
      return { list: 'eventuallyDue', code: 'evidence_expected', dueAt: validUntil };
    case 'awaiting_evidence':
      if (isAnswered) return pendingScanOr('review_pending', evidence);
      return by(validUntil, evidence ? 'evidence_rejected' : 'evidence_missing', at);
    case 'awaiting_correction':
      return correctionOf(facts, its, at);
    case 'in_review':
    case 'recommended':
      if (!isAnswered) return by(null, 'evidence_rejected', at);
      return pendingScanOr(its.state === 'in_review' ? 'review_pending' : 'decision_pending', evidence);
    case 'under_appeal':
      return { list: 'pendingVerification', code: 'appeal_pending', dueAt: null };
    case 'expired':
      return { list: 'pastDue', code: 'correction_overdue', dueAt: its.dueAt };
    case 'decided':
    case 'closed':
      return validUntil ? renewalOf(validUntil, at) : { list: 'currentlyDue', code: 'not_verified', dueAt: null };
  }
}

function correctionOf(
  { evidence, correctionIsNamed }: RequirementFacts,
  { dueAt, changedAt }: { dueAt: Date | null; changedAt: Date },
  at: Date,
): Standing {
  if (evidence && evidence.state !== 'rejected' && (correctionIsNamed || evidence.at > changedAt))
    return pendingScanOr('review_pending', evidence);
  if (dueAt && dueAt <= at) return { list: 'pastDue', code: 'correction_overdue', dueAt };
  const code = !evidence
    ? 'evidence_missing'
    : evidence.state === 'rejected'
      ? 'evidence_rejected'
      : 'correction_requested';
  return { list: 'currentlyDue', code, dueAt };
}

function renewalOf(validUntil: Date, at: Date): Standing {
  const freshness = freshnessAt(validUntil, at);
  if (freshness === 'expired') return { list: 'pastDue', code: 'claim_expired', dueAt: validUntil };
  return { list: freshness === 'due' ? 'currentlyDue' : 'eventuallyDue', code: 'renewal_due', dueAt: validUntil };
}

function by(dueAt: Date | null, code: Standing['code'], at: Date): Standing {
  return { list: dueAt && dueAt <= at ? 'pastDue' : 'currentlyDue', code, dueAt };
}

function pendingScanOr(code: Standing['code'], { state }: { state: EvidenceState }): Standing {
  return { list: 'pendingVerification', code: state === 'pending_scan' ? 'scan_pending' : code, dueAt: null };
}
