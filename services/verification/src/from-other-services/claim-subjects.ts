import type { PayloadOf } from '@trust/contracts/event';
import type { claimSubjectSnapshot } from '@trust/contracts/events/claims';
import type { Trx } from '../app.ts';

type Subject = Omit<PayloadOf<typeof claimSubjectSnapshot>, 'endedAt'>;

export async function saveSubject(trx: Trx, { subjectId, providerId, about, occurredAt }: Subject): Promise<void> {
  await trx
    .insertInto('claim_subject')
    .values({ id: subjectId, provider_id: providerId, about, named_at: occurredAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
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

/** Nothing makes a claim active again whose subject has ended (promise T1). */
export async function hasSubjectEnded(trx: Trx, { subject_id }: { subject_id: string | null }): Promise<boolean> {
  if (subject_id === null) return false;
  const row = await trx.selectFrom('claim_subject').select('ended_at').where('id', '=', subject_id).executeTakeFirst();
  return row?.ended_at !== null;
}
