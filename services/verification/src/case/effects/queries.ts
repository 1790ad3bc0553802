import type { evidenceReviews } from '@trust/contracts/values/decision-values';
import { type Selectable, sql } from 'kysely';
import type { Trx } from '../../app.ts';
import type { CaseOutcome, Claim, CorrectionState, FieldVisit } from '../../db/schema.ts';
import type { Case } from '../record/queries.ts';
import { revocationTime } from './revocation-time.ts';

/** Who made or accepted its field work, heard its appeal before the recommendation, or judged a case that it reviews; as in the database. */
export async function excludedFrom(trx: Trx, { id }: Case): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.assignee_id as id from case_assignment a where a.case_id in (select cases_under_review(${id})) and worked_for(a)
    union select unnest(r.heard_by) from appeal_recommendation r join appeal a on a.id = r.appeal_id where a.case_id = ${id}
    union select person from field_submission, unnest(array[made_by, accepted_by]) person where person is not null and case_id in (
      select ${id}::uuid union all select evidence_case_id from appeal where case_id = ${id}) order by 1`.execute(trx);
  return rows.map(({ id }) => id);
}

/** The newest one of the provider and category until a time, whatever case it is of. */
export function findLastDecision(
  trx: Trx,
  { provider_id, category_key }: Pick<Case, 'provider_id' | 'category_key'>,
  until: Date,
): Promise<{ outcome: CaseOutcome; decidedAt: Date } | undefined> {
  return trx
    .selectFrom('decision as d')
    .innerJoin('verification_case as c', 'c.id', 'd.case_id')
    .select(['d.outcome', 'd.decided_at as decidedAt'])
    .where('c.provider_id', '=', provider_id)
    .where('c.category_key', '=', category_key)
    .where('d.decided_at', '<=', until)
    .orderBy('d.decided_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** By its decision, or on appeal. */
export async function findDecidedAt(trx: Trx, caseId: string): Promise<Date | undefined> {
  const decisions = trx.selectFrom('decision').select('decided_at').where('case_id', '=', caseId);
  return (await decisions.orderBy('decided_at', 'desc').limit(1).executeTakeFirst())?.decided_at;
}

/** Until then only an appeal restores the claims that a review suspended. */
export async function findLastRevocationTime(
  trx: Trx,
  { provider_id, category_key }: Pick<Case, 'provider_id' | 'category_key'>,
  now: Date,
): Promise<Date | null> {
  const claims = trx
    .selectFrom('claim as c')
    .select(revocationTime(now).as('at'))
    .where('c.provider_id', '=', provider_id)
    .where('c.category_key', '=', category_key)
    .where('c.state', '=', 'suspended');
  const { last } = await trx
    .selectFrom(claims.as('claims'))
    .select(({ fn }) => fn.max('at').as('last'))
    .executeTakeFirstOrThrow();
  return last;
}

type EvidenceReview = { evidenceVersionId: string; review: (typeof evidenceReviews)[number] };

/** A decision counts more than a correction. Reviewers' checks stay private. */
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

/** The available documents of its claims from earlier cases, judged or not: its assignees may read them. */
export async function earlierVersionsOf(trx: Trx, caseId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('case_evidence as e')
    .innerJoin('evidence_version as v', 'v.id', 'e.evidence_version_id')
    .select('e.evidence_version_id')
    .where('e.case_id', '=', caseId)
    .where('e.claim_id', 'is not', null)
    .where('v.state', '=', 'available')
    .orderBy('e.requirement_key')
    .orderBy('e.evidence_version_id')
    .execute();
  return rows.map(({ evidence_version_id }) => evidence_version_id);
}

export function findClaimBasis(
  trx: Trx,
  { decision_id, claim_type }: Pick<Selectable<Claim>, 'decision_id' | 'claim_type'>,
) {
  return trx
    .selectFrom('decision_claim')
    .select(['case_id', 'evidence_version_id'])
    .where('decision_id', '=', decision_id)
    .where('claim_type', '=', claim_type)
    .executeTakeFirstOrThrow();
}

export async function endCorrection(
  trx: Trx,
  caseId: string,
  state: Exclude<CorrectionState, 'open'>,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('correction_request')
    .set({ state, ended_at: at })
    .where('case_id', '=', caseId)
    .where('state', '=', 'open')
    .execute();
}

/** Open visits of a case end with it. */
export async function endOpenVisits(
  trx: Trx,
  caseId: string,
  reason: string,
  at: Date,
): Promise<Selectable<FieldVisit>[]> {
  const ended = await trx
    .updateTable('field_visit')
    .set({ state: 'cancelled', end_reason: reason, ended_at: at })
    .where('case_id', '=', caseId)
    .where('ended_at', 'is', null)
    .returningAll()
    .execute();
  return ended.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The case for the new evidence of the pending appeal of a case. */
export function lockEvidenceCase(trx: Trx, caseId: string): Promise<Case | undefined> {
  return trx
    .selectFrom('appeal as a')
    .innerJoin('verification_case as c', 'c.id', 'a.evidence_case_id')
    .selectAll('c')
    .where('a.case_id', '=', caseId)
    .where('a.state', 'in', ['submitted', 'in_review'])
    .forUpdate('c')
    .executeTakeFirst();
}
