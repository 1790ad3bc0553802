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
          where d.case_id in (c.id, c.reviewed_case_id) order by d.decided_at desc limit 1),
        (select case when bool_or(i.is_final) then 'rejected' when r.case_id is null then 'correction_requested' end
          from correction_item i join correction_request q on q.id = i.correction_request_id and q.state <> 'withdrawn'
          where i.case_id = c.id and i.evidence_version_id = v.id having count(*) > 0)) as review
      from verification_case c
        join evidence_version v on v.case_id = c.id
        left join case_requirement r on r.case_id = c.id and r.evidence_version_id = v.id
      where c.id = ${caseId}
    ) judged where review is not null order by "evidenceVersionId"`.execute(trx);
  return rows;
}
