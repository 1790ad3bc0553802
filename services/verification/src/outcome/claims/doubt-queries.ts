import { sql } from 'kysely';
import type { Trx } from '../../app.ts';
import type { ClaimRow } from './queries.ts';

export async function isAboutPerson(trx: Trx, claimId: string): Promise<boolean> {
  const found = await trx
    .selectFrom('claim as c')
    .innerJoin('claim_subject as s', 's.id', 'c.subject_id')
    .select('s.id')
    .where('c.id', '=', claimId)
    .where('s.about', '=', 'person')
    .executeTakeFirst();
  return found !== undefined;
}

/** Those that waited longest, so that doubts which stay keep no other from its turn; in the order of their providers, which are locked. */
export async function findCasesEndedWithDoubt(trx: Trx): Promise<{ id: string; provider_id: string }[]> {
  const { rows } = await sql<{ id: string; provider_id: string }>`
    select c.id, c.provider_id from (select case_id from ended_with_doubt order by read_at limit 100) ended
      join verification_case c on c.id = ended.case_id
    order by c.provider_id, c.opened_at`.execute(trx);
  return rows;
}

export async function deleteDoubt(trx: Trx, caseId: string): Promise<void> {
  await trx.deleteFrom('ended_with_doubt').where('case_id', '=', caseId).execute();
}

export async function keepDoubt(trx: Trx, caseId: string, at: Date): Promise<void> {
  await trx.updateTable('ended_with_doubt').set({ read_at: at }).where('case_id', '=', caseId).execute();
}

/** Whom the documents of these checks show, who of them answers for theirs elsewhere, and the other providers that they answer or answered for, in the order of locks. */
export async function findPeopleOfChecks(trx: Trx, providerId: string, checkIds: readonly string[]) {
  const { rows: people } = await sql<{ id: string; answers: boolean }>`
    select person.id, bool_or(answers_elsewhere(${providerId}, k.evidence_version_id, person.id)) as answers
    from case_check k cross join lateral person_of_document(${providerId}, k.evidence_version_id, k.subject_id) as person (id)
    where k.id = any(${checkIds}::uuid[]) and person.id is not null group by person.id`.execute(trx);
  const personIds = people.map(({ id }) => id);
  const answeringIds = people.filter(({ answers }) => answers).map(({ id }) => id);
  const { rows: others } = await sql<{ id: string }>`
    select distinct provider_id as id from claim_subject
    where person_id = any(${personIds}::uuid[]) and provider_id <> ${providerId} order by provider_id`.execute(trx);
  return { personIds, answeringIds, otherProviderIds: others.map(({ id }) => id) };
}

type Doubted = { providerId: string; types: readonly string[]; ofPerson?: boolean; personIds?: readonly string[] };
type States = readonly ('active' | 'suspended')[];

/** Active claims of these types, or about a person: of the provider, and about these people. */
export function lockDoubtedClaims(
  trx: Trx,
  { providerId, types, ofPerson = false, personIds = [] }: Doubted,
  states: States = ['active'],
): Promise<ClaimRow[]> {
  const ofPeople = sql<boolean>`subject_id in (select id from claim_subject where person_id = any(${personIds}::uuid[]))`;
  const aboutPerson = sql<boolean>`${ofPerson} and subject_id in (select id from claim_subject where about = 'person')`;
  return trx
    .selectFrom('claim')
    .selectAll()
    .where(({ or, eb }) => or([eb('provider_id', '=', providerId), ofPeople]))
    .where(({ or, eb }) => or([eb('claim_type', 'in', types), aboutPerson]))
    .where('state', 'in', states)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Failed checks on which the decision refused a claim. */
export async function findRefusedChecks(trx: Trx, decisionId: string): Promise<string[]> {
  const { rows } = await sql<{ check_id: string }>`
    select check_id from decision_claim
    where decision_id = ${decisionId} and result = 'refused' and check_result = 'failed'`.execute(trx);
  return rows.map(({ check_id }) => check_id);
}

/** Suspended claims whose suspension came from a decision that an appeal has set aside since: a second doubt suspended nothing. */
export async function lockFreedClaims(
  trx: Trx,
  { providerId, personIds }: { providerId: string; personIds: readonly string[] },
): Promise<ClaimRow[]> {
  const { rows } = await sql<ClaimRow>`
    select c.* from claim c
    where c.state = 'suspended'
      and (c.provider_id = ${providerId}
        or c.subject_id in (select id from claim_subject where person_id = any(${personIds}::uuid[])))
      and exists (
        select from (
          select decision_id from claim_change where claim_id = c.id order by position desc limit 1
        ) last join decision later on later.earlier_id = last.decision_id and later.relation = 'sets_aside')
    order by c.id for update of c`.execute(trx);
  return rows;
}
