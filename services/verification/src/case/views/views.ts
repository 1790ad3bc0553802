import { labelsOfRequirement } from '@trust/contracts/cases/requirement-labels';
import type { LocalisedText } from '@trust/contracts/values/localised-text';
import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../app.ts';
import type { CaseCheck as CheckRow, Recommendation as RecommendationRow } from '../../db/schema.ts';
import { findWithheld } from '../../from-other-services/emergency-actions.ts';
import { findReaders } from '../../from-other-services/readings.ts';
import { findFrenchLimitations } from '../../from-other-services/requirement-versions.ts';
import { type CorrectionWithItems, correctionsOf } from '../corrections/queries.ts';
import { toCorrectionRequest, toRequirementCorrection } from '../corrections/views.ts';
import { findClaimEvidence } from '../reading/claim-evidence.ts';
import { activeAssignments } from '../record/assignments.ts';
import { claimStatus } from '../record/claim-status.ts';
import { decisionStatus } from '../record/decision-status.ts';
import { type DecisionRow, findReplacingDecision } from '../record/decisions.ts';
import { inBothLanguages } from '../record/limitations.ts';
import type { Case } from '../record/queries.ts';
import { type CaseRequirement, doubtsOfOthers, latestChecks, requirementsOf } from '../record/requirements.ts';
import { firstDocumentDueAt, stateAt } from '../record/transitions.ts';
import { listRefusalsOfPeople } from '../refusals/queries.ts';
import { type VisitWithSubmission, visitsOf } from '../visits/queries.ts';
import { toFieldVisit, toPlannedVisit } from '../visits/views.ts';
import type { CaseCheck } from './check-schema.ts';
import { claimsOf, findRecommendation, lastDecisions } from './queries.ts';
import type { CaseRecommendation } from './recommendation-schema.ts';
import type { OperatorCase, VerificationCase, VerificationCaseView } from './schema.ts';

type CaseParts = {
  requirements: readonly CaseRequirement[];
  corrections: readonly CorrectionWithItems[];
  visits: readonly VisitWithSubmission[];
  decision: DecisionRow | undefined;
};

/** Reads what the views of several cases contain, by case. */
export async function casePartsOf(
  db: Db,
  caseIds: readonly string[],
  now: Date,
): Promise<(caseId: string) => CaseParts> {
  const requirements = await requirementsOf(db, caseIds);
  const corrections = await correctionsOf(db, caseIds);
  const visits = await visitsOf(db, caseIds);
  const decisions = await lastDecisions(db, caseIds, now);
  return (caseId) => ({
    requirements: requirements.filter(({ case_id }) => case_id === caseId),
    corrections: corrections.filter(({ case_id }) => case_id === caseId),
    visits: visits.filter(({ case_id }) => case_id === caseId),
    decision: decisions.find(({ case_id }) => case_id === caseId),
  });
}

export function toVerificationCase(
  found: Case,
  { requirements, corrections, visits, decision }: CaseParts,
  now: Date,
): z.input<typeof VerificationCase> {
  return {
    view: 'provider',
    ...caseFields(found, requirements, now),
    decision: decision ? decisionFields(decision) : null,
    requirements: requirements.map((requirement) => ({
      ...requirementFields(requirement),
      correction: toRequirementCorrection(corrections, requirement.key, now),
      visit: toPlannedVisit(visits, requirement.key),
    })),
  };
}

export async function toOperatorCase(db: Db, found: Case, now: Date): Promise<z.input<typeof OperatorCase>> {
  const requirements = await requirementsOf(db, [found.id]);
  const french = await findFrenchLimitations(db);
  const checks = await latestChecks(db, found.id);
  const assignments = await activeAssignments(db, found.id);
  const recommendation = found.recommendation_id ? await findRecommendation(db, found.recommendation_id) : undefined;
  const [decision] = await lastDecisions(db, [found.id], now);
  const later = decision && (await findReplacingDecision(db, decision.id));
  const claims = decision ? await claimsOf(db, decision.id) : [];
  const versionIds = requirements.flatMap(({ evidence_version_id }) => evidence_version_id ?? []);
  const readers = await findReaders(db, versionIds);
  const asked = { providerId: found.provider_id, claims: requirements, exceptCase: found.id };
  const refusals = await listRefusalsOfPeople(db, asked);
  const doubts = await doubtsOfOthers(db, found.id);
  const ofClaims = found.kind === 'review' ? await findClaimEvidence(db, found.id) : [];
  const withheld = await findWithheld(
    db,
    claims.map(({ id }) => id),
    now,
  );
  return {
    view: 'operator',
    ...caseFields(found, requirements, now),
    providerId: found.provider_id,
    assignments: assignments.map(({ duty, assignee_id, assigned_at }) => ({
      duty,
      assigneeId: assignee_id,
      assignedAt: assigned_at.toISOString(),
    })),
    requirements: requirements.map((requirement) => {
      const check = checks.find(({ requirement_key }) => requirement_key === requirement.key);
      const ofClaim = ofClaims.find(({ requirementKey }) => requirementKey === requirement.key);
      return {
        ...requirementFields(requirement),
        fieldVisit: requirement.field_visit,
        claim: {
          type: requirement.claim_type,
          about: requirement.claim_about,
          subjectId: requirement.subject_id,
          hasEarlierSubject: requirement.has_earlier_subject,
          methods: requirement.methods,
          limitations: inBothLanguages(requirement.claim_limitations, french),
        },
        claimEvidence: ofClaim ? toClaimEvidence(ofClaim) : null,
        evidence: evidenceOf(requirement, readers),
        check: check ? toCheck(check) : null,
        doubts: doubts.filter(({ requirement_key }) => requirement_key === requirement.key).map(toCheck),
        earlierRefusals: refusals
          .filter(({ against }) => against.includes(requirement.claim_type))
          .slice(0, 5)
          .map((one) => ({
            caseId: one.case_id,
            isOfThisProvider: one.provider_id === found.provider_id,
            categoryKey: one.category_key,
            refusedAt: one.refused_at.toISOString(),
            reasonCodes: one.reason_codes,
          })),
      };
    }),
    corrections: (await correctionsOf(db, [found.id])).map((one) => toCorrectionRequest(one, now)),
    fieldVisits: (await visitsOf(db, [found.id])).map(toFieldVisit),
    recommendation: recommendation ? toRecommendation(recommendation) : null,
    decision: decision ? { ...decisionFields(decision), status: decisionStatus(found.state, later) } : null,
    claims: claims.map((claim) => ({
      id: claim.id,
      type: claim.claim_type,
      status: withheld.has(claim.id) && claim.state === 'active' ? 'suspended' : claimStatus(claim, now),
      validUntil: claim.valid_until.toISOString(),
    })),
  };
}

function toClaimEvidence({ requirementKey: _, ...evidence }: Awaited<ReturnType<typeof findClaimEvidence>>[number]) {
  return evidence;
}

/** Of somebody who just changed the case. */
export async function viewOf(
  db: Db,
  found: Case,
  { isOperator, now }: { isOperator: boolean; now: Date },
): Promise<z.input<typeof VerificationCaseView>> {
  if (isOperator) return toOperatorCase(db, found, now);
  return toVerificationCase(found, (await casePartsOf(db, [found.id], now))(found.id), now);
}

export function toCheck(row: Selectable<CheckRow>): z.input<typeof CaseCheck> {
  return {
    id: row.id,
    requirementKey: row.requirement_key,
    evidenceVersionId: row.evidence_version_id,
    subjectId: row.subject_id,
    providerKind: row.provider_kind,
    method: row.method,
    result: row.result,
    observations: row.observations,
    limitations: inBothLanguages(row.limitations),
    reason: row.reason,
    earlierDocumentReason: row.earlier_document_reason,
    earlierSubjectReason: row.earlier_subject_reason,
    sharedContentReason: row.shared_content_reason,
    fieldSubmissionId: row.field_submission_id,
    checkerId: row.checked_by,
    checkedAt: row.checked_at.toISOString(),
  };
}

export function toRecommendation(row: Selectable<RecommendationRow>): z.input<typeof CaseRecommendation> {
  return {
    id: row.id,
    outcome: row.outcome,
    limitations: inBothLanguages(row.limitations),
    refusedClaims: row.refused_claims,
    reasonCodes: row.reason_codes,
    reason: row.reason,
    recommendedAt: row.recommended_at.toISOString(),
  };
}

function caseFields(found: Case, requirements: readonly CaseRequirement[], now: Date) {
  const state = stateAt(found, now);
  return {
    id: found.id,
    categoryKey: found.category_key,
    kind: found.kind,
    state,
    outcome: found.outcome,
    requirementVersion: { id: found.requirement_version_id, number: requirements[0]?.number ?? 0 },
    openedAt: found.opened_at.toISOString(),
    firstDocumentDueAt: firstDocumentDueAt(found, requirements)?.toISOString() ?? null,
    correctionDueAt: state === 'awaiting_correction' ? (found.correction_due_at?.toISOString() ?? null) : null,
  };
}

function decisionFields({ id, decided_at, appeal_ends_at }: DecisionRow) {
  return { id, decidedAt: decided_at.toISOString(), appealEndsAt: appeal_ends_at?.toISOString() ?? null };
}

function requirementFields(requirement: CaseRequirement) {
  return {
    key: requirement.key,
    label: requirement.label as LocalisedText,
    documentKinds: requirement.document_kinds,
    ...labelsOfRequirement({
      documentKinds: requirement.document_kinds,
      claimType: requirement.claim_type,
      fieldVisit: requirement.field_visit,
    }),
    mediaTypes: requirement.media_types,
    maxSizeBytes: requirement.max_size_bytes,
    status: requirementStatus(requirement),
  };
}

function requirementStatus({ evidence_state }: CaseRequirement): 'missing' | 'submitted' | 'available' {
  if (evidence_state === null) return 'missing';
  return evidence_state === 'available' ? 'available' : 'submitted';
}

function evidenceOf(requirement: CaseRequirement, readers: Awaited<ReturnType<typeof findReaders>>) {
  const { evidence_id, evidence_version_id, evidence_case_id, document_kind, evidence_state, confirmed_at } =
    requirement;
  if (!evidence_id || !evidence_version_id || !evidence_case_id || !document_kind || !confirmed_at) return null;
  return {
    evidenceId: evidence_id,
    evidenceVersionId: evidence_version_id,
    sentInCaseId: evidence_case_id,
    documentKind: document_kind,
    state: evidence_state === 'available' ? ('available' as const) : ('pending_scan' as const),
    confirmedAt: confirmed_at.toISOString(),
    predatesSubject: requirement.is_of_earlier_subject,
    isSubmittedElsewhere: requirement.is_submitted_elsewhere === true,
    readBy: readers
      .filter((reader) => reader.evidence_version_id === evidence_version_id)
      .map(({ assignee_id, duty, read_at }) => ({ operatorId: assignee_id, duty, readAt: read_at.toISOString() })),
  };
}
