import { sql } from 'kysely';
import type { Trx } from '../app.ts';

type Side = { userId: string; providerId: string; at: Date };

/** Now, within the last 12 months, or by an acceptance that awaits approval. */
export async function isOrWasRepresentative(trx: Trx, { userId, providerId, at }: Side): Promise<boolean> {
  const { rows } = await sql<{ does: boolean }>`
    select represents_since(${userId}, ${providerId}, ${at}) as does`.execute(trx);
  return rows[0]?.does === true;
}

/**
 * Whether the person has, or had within the last 12 months, an enquiry, a review, a dispute or a report about the provider. An
 * interaction is no older than the end of its enquiry.
 */
export async function wasCustomer(trx: Trx, { userId, providerId, at }: Side): Promise<boolean> {
  const isRecent = (moment: string) => sql`${sql.ref(moment)} > ${at}::timestamptz - interval '12 months'`;
  const isExamined = (id: string) =>
    sql`exists (select from moderation_request m where m.subject_id = ${sql.ref(id)} and m.state = 'open')`;
  const { rows } = await sql<{ was: boolean }>`
    select exists (
      select from enquiry e where e.customer_id = ${userId} and e.provider_id = ${providerId}
        and (e.ended_at is null or ${isRecent('e.ended_at')})
    ) or exists (
      select from review r where r.author_id = ${userId} and r.provider_id = ${providerId}
        and (${isRecent('r.submitted_at')} or ${isExamined('r.id')})
    ) or exists (
      select from dispute d where d.customer_id = ${userId} and d.provider_id = ${providerId}
        and (d.ended_at is null or ${isRecent('d.ended_at')})
    ) or exists (
      select from provider_report p where p.reporter_id = ${userId} and p.provider_id = ${providerId}
        and (${isRecent('p.reported_at')} or ${isExamined('p.id')})
    ) as was`.execute(trx);
  return rows[0]?.was === true;
}
