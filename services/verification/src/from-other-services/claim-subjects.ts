import type { PayloadOf } from '@trust/contracts/event';
import type { claimSubjectSnapshot } from '@trust/contracts/events/claims';
import { sql } from 'kysely';
import type { Trx } from '../app.ts';

type Subject = Omit<PayloadOf<typeof claimSubjectSnapshot>, 'endedAt'>;

export async function saveSubject(trx: Trx, subject: Subject): Promise<void> {
  const { subjectId, providerId, about, providerKind = null, occurredAt } = subject;
  await trx
    .insertInto('claim_subject')
    .values({ id: subjectId, provider_id: providerId, about, provider_kind: providerKind, named_at: occurredAt })
    // An earlier release did not keep the kind.
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ provider_kind: providerKind })
        .where('claim_subject.provider_kind', 'is', null)
        .where(sql<boolean>`${providerKind}::provider_kind is not null`),
    )
    .execute();
}

export async function endSubject(trx: Trx, id: string, endedAt: string): Promise<void> {
  await trx
    .updateTable('claim_subject')
    .set({ ended_at: endedAt })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
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
