import { randomUUID } from 'node:crypto';
import { operator } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import type { Trx } from '../src/app.ts';
import type { DecisionRelation } from '../src/db/schema.ts';
import { reason } from './make.ts';
import { keys } from './make-version.ts';
import type { Verification } from './service.ts';

// Writes what a decision writes, by raw SQL as the app role: only the database enforces the rules.

export async function assignDutyRaw(service: Verification, caseId: string): Promise<string> {
  const { userId } = await service.known(operator('decider'));
  await assignRaw(caseId, userId, 'decide').execute(service.db);
  return userId;
}

export const assignRaw = (caseId: string, assigneeId: string, duty: string, assignedBy = assigneeId) =>
  sql`
  insert into case_assignment (id, case_id, duty, assignee_id, assigned_by, reason, assigned_at)
  values (${randomUUID()}, ${caseId}, ${duty}::case_duty, ${assigneeId}, ${assignedBy}, ${reason}, now())`;

export async function insertDecisionRaw(
  trx: Trx,
  caseId: string,
  deciderId: string,
  outcome = 'not_verified',
  notReadReason: string | null = reason,
  relation: DecisionRelation = 'supersedes',
) {
  const id = randomUUID();
  await sql`
    insert into decision (id, case_id, requirement_version_id, outcome, reason_codes, reason, not_read_reason, recommendation_id, recommender_id,
      decider_id, policy_version, audit_entry_id, decided_at, earlier_id, earlier_decider_id, relation)
    select ${id}, c.id, c.requirement_version_id, ${outcome}::case_outcome, '{any}', ${reason}, ${notReadReason}, r.id, r.recommender_id,
      ${deciderId}, '2026-11', ${randomUUID()}, now(), e.id, e.decider_id, case when e.id is not null then ${relation}::decision_relation end
    from verification_case c join recommendation r on r.case_id = c.id
      left join decision e on e.id = last_decision(c.provider_id, c.category_key) where c.id = ${caseId}`.execute(trx);
  return id;
}

export const insertLineRaw = (
  trx: Trx,
  decisionId: string,
  key: string,
  result: 'granted' | 'refused',
  validity = '1 day',
  reasonCodes = result === 'refused' ? ['any'] : [],
) =>
  sql`
  insert into decision_claim (decision_id, case_id, requirement_version_id, requirement_key, claim_type, check_id,
    evidence_version_id, check_result, result, limitations, reason_codes, valid_until)
  select d.id, d.case_id, d.requirement_version_id, k.requirement_key, k.requirement_key || '_confirmed', k.id,
    k.evidence_version_id, k.result, ${result}::claim_result, '{}', ${reasonCodes}::text[],
    case when ${result} = 'granted' then d.decided_at + ${validity}::interval end
  from decision d join case_check k on k.case_id = d.case_id
  where d.id = ${decisionId} and k.requirement_key = ${key} order by k.position limit 1`.execute(trx);

const ofType = (type: string) => `Says nothing beyond the ${type.replace('_confirmed', '')}.`;

export const insertClaimRaw = (trx: Trx, decisionId: string, type: string, limitations = [ofType(type)]) =>
  sql`
  insert into claim (id, decision_id, provider_id, category_key, requirement_key, claim_type, statement, method, source_kind,
    limitations, checked_on, valid_from, valid_until, policy_version, subject_id)
  select ${randomUUID()}, d.id, c.provider_id, c.category_key, l.requirement_key, ${type}, '{}', 'document_review', 'any',
    ${limitations}, now(), d.decided_at, coalesce(l.valid_until, d.decided_at + interval '1 day'), d.policy_version, k.subject_id
  from decision d join verification_case c on c.id = d.case_id
    join decision_claim l on l.decision_id = d.id and l.claim_type = ${type}
    join case_check k on k.id = l.check_id
  where d.id = ${decisionId}`.execute(trx);

export async function decideRaw(
  trx: Trx,
  { caseId, deciderId }: { caseId: string; deciderId: string },
  { granted, claims }: { granted: readonly string[]; claims: readonly string[] },
): Promise<string> {
  const id = await insertDecisionRaw(trx, caseId, deciderId, 'verified');
  for (const key of keys) await insertLineRaw(trx, id, key, granted.includes(key) ? 'granted' : 'refused');
  for (const type of claims) await insertClaimRaw(trx, id, type);
  await trx
    .updateTable('verification_case')
    .set({ state: 'decided', outcome: 'verified' })
    .where('id', '=', caseId)
    .execute();
  return id;
}
