import type { Db } from '../../app.ts';
import type { CaseRequirement } from '../record/requirements.ts';

/** In a review: the available document that the current claim rested on when it opened, if the requirement has another one. */
export function findClaimEvidence(db: Db, caseId: string, of: Pick<CaseRequirement, 'key' | 'evidence_version_id'>) {
  return db
    .selectFrom('case_evidence as e')
    .innerJoin('evidence_version as v', 'v.id', 'e.evidence_version_id')
    .select(['v.id as evidenceVersionId', 'v.evidence_id as evidenceId', 'v.case_id as sentInCaseId'])
    .where('e.case_id', '=', caseId)
    .where('e.requirement_key', '=', of.key)
    .where('e.claim_id', 'is not', null)
    .where('v.state', '=', 'available')
    .where('v.id', 'is distinct from', of.evidence_version_id)
    .orderBy('v.confirmed_at', 'desc')
    .execute();
}
