import { claimSubjectErased, premisesErased } from '@trust/contracts/events/claims';
import { emit } from '@trust/service-kit/outbox/outbox';
import { sql } from 'kysely';
import type { Trx } from '../app.ts';

type Row = { subjectId: string; providerId: string; isPlace: boolean; shownFromAt: Date | null; endedAt: Date };

/** A document shows what was current when it was sent, or was named next (docs/domain/erasure.md 20). */
export async function announceErasedSubjects(trx: Trx, personId: string, at: Date): Promise<void> {
  const { rows } = await sql<Row>`
    select s.id as "subjectId", s.provider_id as "providerId", s.about = 'premises' as "isPlace",
      coalesce(s.ended_at, ${at}) as "endedAt",
      (select max(e.ended_at) from claim_subject e where e.provider_id = s.provider_id and e.about = s.about
        and e.id <> s.id and e.ended_at <= s.named_at) as "shownFromAt"
    from claim_subject s where s.user_id = ${personId} or s.shown_by = ${personId}
    order by s.named_at, s.id`.execute(trx);
  for (const { subjectId, providerId, isPlace, shownFromAt, endedAt } of rows)
    await emit(trx, isPlace ? premisesErased : claimSubjectErased, {
      subjectId,
      providerId,
      shownFromAt: shownFromAt?.toISOString() ?? null,
      endedAt: endedAt.toISOString(),
      occurredAt: at.toISOString(),
    });
}
