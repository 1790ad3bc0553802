import type { evidenceReviews } from '@trust/contracts/values/decision-values';
import { type Selectable, sql } from 'kysely';
import type { Trx } from '../../app.ts';
import type { CaseOutcome, Claim, CorrectionState, FieldVisit } from '../../db/schema.ts';
import type { Case } from '../record/queries.ts';
import { openStates } from '../record/transitions.ts';
import { casePermissions } from '../record/visibility.ts';
import { revocationTime } from './revocation-time.ts';

/** Operators who may not hold the duty that the case waits for, as the database says. */
export async function excludedFrom(
  trx: Trx,
  { id, provider_id, state }: Pick<Case, 'id' | 'provider_id' | 'state'>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with judge (id) as (
      select assignee_id from case_assignment where case_id = ${id} and duty <> duty_of(${state}::case_state) or case_id in (select cases_under_review(${id}))
        or case_id in (select id from verification_case where reviewed_case_id = ${id})
      union select unnest(r.heard_by) from appeal_recommendation r join appeal a on a.id = r.appeal_id where a.case_id = ${id}
      union select unnest(array[made_by, accepted_by]) from field_submission
        where case_id in (select ${id}::uuid union all select evidence_case_id from appeal where case_id = ${id})
    ), side (id) as (
      select user_id from representative where provider_id in (
        select ${provider_id}::uuid union select theirs.provider_id from claim_subject own
          join claim_subject theirs on theirs.person_id = own.person_id where own.provider_id = ${provider_id})
      union select e.uploaded_by from case_evidence c join evidence_version e on e.id = c.evidence_version_id
        where c.case_id in (select ${id}::uuid union all select evidence_case_id from appeal where case_id = ${id})
    ), known (id) as (
      select id from judge where id is not null
      union select side.id from side join operator o on o.user_id = side.id where o.permissions && ${casePermissions}::text[]
    )
    select id from known where kept_from_duty(id, ${id}, duty_of(${state}::case_state)) order by 1`.execute(trx);
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

/** Cases whose duties exclude each other from those of this one: the appealed one that it reviews, and open reviews of it. */
export function lockCasesBeside(trx: Trx, { id, provider_id, category_key, reviewed_case_id }: Case): Promise<Case[]> {
  return trx
    .selectFrom('verification_case as c')
    .selectAll()
    .where('c.provider_id', '=', provider_id)
    .where('c.category_key', '=', category_key)
    .where('c.id', '<>', id)
    .where(({ or, and, eb }) =>
      or([
        and([eb('c.state', '=', 'under_appeal'), eb('c.id', '=', reviewed_case_id)]),
        and([
          eb('c.state', 'in', openStates),
          eb('c.kind', '=', 'review'),
          sql<boolean>`${id} in (select cases_under_review(c.id))`,
        ]),
      ]),
    )
    .orderBy('c.id')
    .forUpdate()
    .execute();
}

export function lockWaitingCases(trx: Trx, providerIds: readonly string[]): Promise<Case[]> {
  return trx
    .selectFrom('verification_case')
    .selectAll()
    .where('provider_id', 'in', providerIds)
    .where('state', 'in', [...openStates, 'under_appeal'])
    .orderBy('id')
    .forUpdate()
    .execute();
}
