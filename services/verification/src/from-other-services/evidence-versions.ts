import type { evidenceReviews } from '@trust/contracts/events/verification';
import { type Insertable, sql } from 'kysely';
import type { Trx } from '../app.ts';
import type { EvidenceVersion } from '../db/schema.ts';

export async function insertEvidence(trx: Trx, values: Insertable<EvidenceVersion>): Promise<void> {
  await trx.insertInto('evidence_version').values(values).execute();
}

export async function setEvidenceState(
  trx: Trx,
  id: string,
  state: 'available' | 'rejected' | 'withdrawn' | 'lost',
): Promise<boolean> {
  const before = state === 'available' ? (['pending_scan'] as const) : (['pending_scan', 'available'] as const);
  const row = await trx
    .updateTable('evidence_version')
    .set({ state })
    .where('id', '=', id)
    .where('state', 'in', before)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

type EvidenceReview = { evidenceVersionId: string; review: (typeof evidenceReviews)[number] };

/** What decisions and corrections say of the documents of a case; a decision counts more. Reviewers' checks stay private. */
export async function reviewsOf(trx: Trx, caseId: string): Promise<EvidenceReview[]> {
  const { rows } = await sql<EvidenceReview>`
    select * from (
      select v.id as "evidenceVersionId", coalesce(
        (select case when l.result = 'granted' or l.check_result = 'clear' then 'accepted' else 'rejected' end
          from decision d join decision_claim l on l.decision_id = d.id and l.evidence_version_id = v.id
          where d.case_id in (c.id, c.reviewed_case_id)
            or d.case_id in (select case_id from case_evidence where evidence_version_id = v.id)
          order by d.decided_at desc limit 1),
        (select case when bool_or(i.is_final) then 'rejected' when r.case_id is null then 'correction_requested' end
          from correction_item i join correction_request q on q.id = i.correction_request_id and q.state <> 'withdrawn'
          where i.case_id = c.id and i.evidence_version_id = v.id having count(*) > 0)) as review
      from verification_case c
        join case_evidence e on e.case_id = c.id
        join evidence_version v on v.id = e.evidence_version_id
        left join case_requirement r on r.case_id = c.id and r.evidence_version_id = v.id
      where c.id = ${caseId}
    ) judged where review is not null order by "evidenceVersionId"`.execute(trx);
  return rows;
}

export type EarlierEvidence = { requirementKey: string; evidenceVersionId: string; claimId: string };

/** What a case lacks and an earlier one has: the evidence of a current claim that nothing ends, removes or freezes. */
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

/** Versions of earlier cases on which the case is judged at present. */
export async function earlierVersionsOf(trx: Trx, caseId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('case_requirement as r')
    .innerJoin('case_evidence as e', (join) =>
      join.onRef('e.case_id', '=', 'r.case_id').onRef('e.evidence_version_id', '=', 'r.evidence_version_id'),
    )
    .select('e.evidence_version_id')
    .where('r.case_id', '=', caseId)
    .where('e.claim_id', 'is not', null)
    .orderBy('r.requirement_key')
    .execute();
  return rows.map(({ evidence_version_id }) => evidence_version_id);
}
