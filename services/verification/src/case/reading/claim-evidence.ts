import type { Db } from '../../app.ts';

/** In a review: the available document that the current claim of a requirement rests on, where the provider has sent another one. */
export function findClaimEvidence(db: Db, caseId: string) {
  return db
    .selectFrom('case_evidence as e')
    .innerJoin('evidence_version as v', 'v.id', 'e.evidence_version_id')
    .innerJoin('case_requirement as r', (join) =>
      join.onRef('r.case_id', '=', 'e.case_id').onRef('r.requirement_key', '=', 'e.requirement_key'),
    )
    .select([
      'e.requirement_key as requirementKey',
      'v.id as evidenceVersionId',
      'v.evidence_id as evidenceId',
      'v.case_id as sentInCaseId',
    ])
    .distinctOn('e.requirement_key')
    .where('e.case_id', '=', caseId)
    .where('e.claim_id', 'is not', null)
    .where('v.state', '=', 'available')
    .whereRef('v.id', '<>', 'r.evidence_version_id')
    .orderBy('e.requirement_key')
    .orderBy('v.confirmed_at', 'desc')
    .execute();
}
