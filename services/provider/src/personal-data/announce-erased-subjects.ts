import { claimSubjectErased } from '@trust/contracts/events/claims';
import { emit } from '@trust/service-kit/outbox/outbox';
import { sql } from 'kysely';
import type { Trx } from '../app.ts';

type Row = { subjectId: string; providerId: string; shownFromAt: Date | null; endedAt: Date };

/** A document shows whoever was the person responsible when it was sent, or was named next (docs/domain/erasure.md 20). */
export async function announceErasedSubjects(trx: Trx, personId: string, at: Date): Promise<void> {
  const { rows } = await sql<Row>`
    select s.id as "subjectId", s.provider_id as "providerId", coalesce(s.ended_at, ${at}) as "endedAt",
      (select max(e.ended_at) from claim_subject e where e.provider_id = s.provider_id and e.about = 'person'
        and e.id <> s.id and e.ended_at <= s.named_at) as "shownFromAt"
    from claim_subject s where s.user_id = ${personId} order by s.named_at, s.id`.execute(trx);
  for (const { subjectId, providerId, shownFromAt, endedAt } of rows)
    await emit(trx, claimSubjectErased, {
      subjectId,
      providerId,
      shownFromAt: shownFromAt?.toISOString() ?? null,
      endedAt: endedAt.toISOString(),
      occurredAt: at.toISOString(),
    });
}
