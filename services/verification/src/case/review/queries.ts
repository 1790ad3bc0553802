import { type Insertable, type Selectable, sql } from 'kysely';
import type { Trx } from '../../app.ts';
import type { Recommendation } from '../../db/schema.ts';

export function insertRecommendation(
  trx: Trx,
  values: Insertable<Recommendation>,
): Promise<Selectable<Recommendation>> {
  return trx.insertInto('recommendation').values(values).returningAll().executeTakeFirstOrThrow();
}

export type EarlierEvidence = { requirementKey: string; evidenceVersionId: string; claimId: string };

/**
 * A case may lack evidence that an earlier one has: that of a current claim that nothing ends, removes or freezes. Documents of a
 * subject that had ended say nothing about the present one (promise T1); an end after the opening takes none of them away (T3).
 */
export async function findEarlierEvidence(trx: Trx, caseId: string, now: Date): Promise<EarlierEvidence[]> {
  const { rows } = await sql<EarlierEvidence>`
    select r.requirement_key as "requirementKey", e.id as "evidenceVersionId", g.id as "claimId"
    from verification_case c
      join case_requirement r on r.case_id = c.id and r.evidence_version_id is null
      join requirement q on q.requirement_version_id = r.requirement_version_id and q.key = r.requirement_key
      join claim g on g.provider_id = c.provider_id and g.category_key = c.category_key and g.claim_type = q.claim_type
        and g.state in ('active', 'suspended') and g.valid_until > ${now}
      join decision_claim l on l.decision_id = g.decision_id and l.claim_type = g.claim_type
      join evidence_version e on e.id = l.evidence_version_id and e.requirement_key = q.key and e.state = 'available'
        and e.document_kind = any(q.document_kinds)
    where c.id = ${caseId} and not exists (select from claim_revocation v where v.claim_id = g.id)
      and not exists (
        select from claim_subject s where s.id = g.subject_id and s.ended_at <= c.opened_at
          and not exists (select from case_evidence x where x.case_id = c.id and x.claim_id = g.id))
      and not exists (
        select from emergency_action a where a.kind = 'freeze_case' and a.target_id = e.case_id and a.ends_at > ${now})
    order by r.requirement_key`.execute(trx);
  return rows;
}

export async function addEarlierEvidence(
  trx: Trx,
  caseId: string,
  evidence: readonly EarlierEvidence[],
): Promise<void> {
  if (evidence.length === 0) return;
  await trx
    .insertInto('case_evidence')
    .values(
      evidence.map(({ requirementKey, evidenceVersionId, claimId }) => ({
        evidence_version_id: evidenceVersionId,
        case_id: caseId,
        requirement_key: requirementKey,
        claim_id: claimId,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
