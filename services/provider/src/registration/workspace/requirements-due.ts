import type { z } from 'zod';
import type { CaseState, EvidenceState } from '../../db/schema.ts';
import { freshnessAt } from '../../listing/freshness.ts';
import type { DueCode } from './readiness-values.ts';

export const dueLists = ['currentlyDue', 'eventuallyDue', 'pastDue', 'pendingVerification'] as const;
type DueList = (typeof dueLists)[number];

export type DueStatus = { list: DueList; code: z.output<typeof DueCode>; dueAt: Date | null };

export type RequirementFacts = {
  case: { state: CaseState; dueAt: Date | null; changedAt: Date } | undefined;
  /** The newest evidence of the case. Withdrawing it does not restore an older one. */
  evidence: { state: Exclude<EvidenceState, 'refused'>; at: Date } | undefined;
  /** End of the newest document's validity, which starts at its confirmation. */
  documentUntil: Date | undefined;
  hasFailedEvidence: boolean;
  /** Whether the correction asks for the requirement; undefined if the case did not say. */
  isAwaited?: boolean | undefined;
  /** End of the last active claim for the requirement, of any version. */
  validUntil: Date | undefined;
};

type Evidence = RequirementFacts['evidence'];

/** Deadlines are computed when read (promise M4). */
export function dueStatusOf(facts: RequirementFacts, at: Date): DueStatus {
  const { case: relevantCase, evidence, validUntil = null } = facts;
  const hasEvidence = isUsable(evidence);
  switch (relevantCase?.state) {
    case undefined:
    case 'withdrawn':
      return { list: 'eventuallyDue', code: 'evidence_expected', dueAt: validUntil };
    case 'awaiting_evidence':
      if (hasEvidence) return pendingScanOr('review_pending', evidence);
      return dueBy(validUntil, missingCode(evidence), at);
    case 'awaiting_correction':
      return correctionOf(facts, relevantCase, at);
    case 'in_review':
    case 'recommended':
      if (evidence && !hasEvidence) return dueBy(null, missingCode(evidence), at);
      return pendingScanOr(relevantCase.state === 'in_review' ? 'review_pending' : 'decision_pending', evidence);
    case 'under_appeal':
      return { list: 'pendingVerification', code: 'appeal_pending', dueAt: null };
    case 'expired':
      return { list: 'pastDue', code: 'correction_overdue', dueAt: relevantCase.dueAt };
    case 'decided':
    case 'closed':
      return validUntil
        ? renewalOf(validUntil, at, facts.documentUntil)
        : { list: 'currentlyDue', code: 'not_verified', dueAt: null };
  }
}

function correctionOf(
  { evidence, hasFailedEvidence, isAwaited }: RequirementFacts,
  { dueAt, changedAt }: { dueAt: Date | null; changedAt: Date },
  at: Date,
): DueStatus {
  const hasEvidence = isUsable(evidence);
  if (isAwaited === false) return pendingScanOr('review_pending', evidence);
  const isBesideFailed = isAwaited === undefined && hasFailedEvidence;
  if (hasEvidence && (isBesideFailed || evidence.at > changedAt)) return pendingScanOr('review_pending', evidence);
  if (dueAt && dueAt <= at) return { list: 'pastDue', code: 'correction_overdue', dueAt };
  return { list: 'currentlyDue', code: hasEvidence ? 'correction_requested' : missingCode(evidence), dueAt };
}

function isUsable(evidence: Evidence): evidence is NonNullable<Evidence> {
  return evidence !== undefined && evidence.state !== 'rejected' && evidence.state !== 'withdrawn';
}

function missingCode(evidence: Evidence): DueStatus['code'] {
  return evidence?.state === 'rejected' ? 'evidence_rejected' : 'evidence_missing';
}

const renewalLists = { expired: 'pastDue', due: 'currentlyDue', fresh: 'eventuallyDue' } as const;

function renewalOf(validUntil: Date, at: Date, documentUntil = validUntil): DueStatus {
  if (freshnessAt(validUntil, at) === 'expired') return { list: 'pastDue', code: 'claim_expired', dueAt: validUntil };
  const dueAt = documentUntil < validUntil ? documentUntil : validUntil;
  return { list: renewalLists[freshnessAt(dueAt, at)], code: 'renewal_due', dueAt };
}

function dueBy(dueAt: Date | null, code: DueStatus['code'], at: Date): DueStatus {
  return { list: dueAt && dueAt <= at ? 'pastDue' : 'currentlyDue', code, dueAt };
}

function pendingScanOr(code: DueStatus['code'], evidence: Evidence): DueStatus {
  const isScanned = evidence?.state !== 'pending_scan';
  return { list: 'pendingVerification', code: isScanned ? code : 'scan_pending', dueAt: null };
}
