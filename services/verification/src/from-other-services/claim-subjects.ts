import type { PayloadOf } from '@trust/contracts/event';
import type { claimSubjectSnapshot } from '@trust/contracts/events/claims';
import { sql } from 'kysely';
import type { Trx } from '../app.ts';

type Subject = Omit<PayloadOf<typeof claimSubjectSnapshot>, 'endedAt' | 'endReason'>;

/** What an earlier release did not keep. */
const laterColumns = ['provider_kind', 'person_id', 'same_name_subject_id', 'is_one_person'] as const;

export async function saveSubject(trx: Trx, subject: Subject): Promise<void> {
  const { subjectId, providerId, about, providerKind = null, personId = null, occurredAt } = subject;
  const kept = (column: (typeof laterColumns)[number]) =>
    sql`coalesce(${sql.ref(`claim_subject.${column}`)}, ${sql.ref(`excluded.${column}`)})`;
  await trx
    .insertInto('claim_subject')
    .values({
      ...{ id: subjectId, provider_id: providerId, about, named_at: occurredAt },
      ...{ provider_kind: providerKind, person_id: personId },
      ...{ same_name_subject_id: subject.sameNameSubjectId ?? null, is_one_person: subject.isOnePerson ?? null },
    })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(Object.fromEntries(laterColumns.map((column) => [column, kept(column)])))
        .where(
          sql<boolean>`(${sql.join(laterColumns.map((column) => sql.ref(`claim_subject.${column}`)))})
            is distinct from (${sql.join(laterColumns.map(kept))})`,
        ),
    )
    .execute();
}

/** Of whoever answers or answered for the provider, in the order of locks. */
export async function findOtherProvidersOfPeople(trx: Trx, providerId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('claim_subject as own')
    .innerJoin('claim_subject as theirs', 'theirs.person_id', 'own.person_id')
    .select('theirs.provider_id')
    .distinct()
    .where('own.provider_id', '=', providerId)
    .where('theirs.provider_id', '<>', providerId)
    .orderBy('theirs.provider_id')
    .execute();
  return rows.map(({ provider_id }) => provider_id);
}

/** The providers, and all others that their people, or this person, answer or answered for: nobody of one side judges another. */
export async function findProvidersBeside(
  trx: Trx,
  providerIds: readonly string[],
  personId: string | null = null,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select unnest(${providerIds}::uuid[]) as id
    union select theirs.provider_id from claim_subject own join claim_subject theirs on theirs.person_id = own.person_id
      where own.provider_id = any(${providerIds}::uuid[])
    union select provider_id from claim_subject where person_id = ${personId}::uuid`.execute(trx);
  return rows.map(({ id }) => id);
}

type End = { endedAt: string; isByOperator: boolean };

/** Returns whether it had not ended before. */
export async function endSubject(trx: Trx, id: string, { endedAt, isByOperator }: End): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('claim_subject')
    .set({ ended_at: endedAt, is_ended_by_operator: isByOperator })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether it takes the place of one that ended in the same write of the provider. */
export async function replacesSubject(trx: Trx, { providerId, about, occurredAt }: Subject): Promise<boolean> {
  const ended = trx
    .selectFrom('claim_subject')
    .select('id')
    .where('provider_id', '=', providerId)
    .where('about', '=', about)
    .where('ended_at', '=', new Date(occurredAt));
  return (await ended.executeTakeFirst()) !== undefined;
}

/** Cases in which somebody may judge what is about it. The case of an appeal's evidence has the assignee of the appeal. */
export async function findCasesAbout(
  trx: Trx,
  { providerId, about }: Pick<Subject, 'providerId' | 'about'>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from verification_case c
    where c.provider_id = ${providerId} and c.state in ('in_review', 'recommended', 'awaiting_correction', 'under_appeal')
      and exists (
        select from case_requirement k
          join requirement r on r.requirement_version_id = k.requirement_version_id and r.key = k.requirement_key
        where k.case_id = c.id and r.claim_about = ${about})
      and not exists (select from appeal a where a.evidence_case_id = c.id)
    order by c.id`.execute(trx);
  return rows.map(({ id }) => id);
}

export async function wasNamedBy(trx: Trx, id: string, at: Date): Promise<boolean> {
  const query = trx.selectFrom('claim_subject').select('id').where('id', '=', id).where('named_at', '<=', at);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Nothing makes a claim active again whose subject has ended (promise T1). */
export async function hasSubjectEnded(trx: Trx, { subject_id }: { subject_id: string | null }): Promise<boolean> {
  if (subject_id === null) return false;
  const row = await trx.selectFrom('claim_subject').select('ended_at').where('id', '=', subject_id).executeTakeFirst();
  return row?.ended_at !== null;
}
