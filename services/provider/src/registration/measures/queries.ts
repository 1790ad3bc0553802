import type { Measure, ReviewOutcome } from '@trust/contracts/events/measures';
import type { MeasureReason } from '@trust/contracts/reasons/measure-reasons';
import { type Insertable, sql } from 'kysely';
import type { z } from 'zod';
import type { Db, Trx } from '../../app.ts';
import type { MeasureReview } from '../../db/schema.ts';
import type { Transition } from '../../provider-record/transitions.ts';

const begunWith: Partial<Record<Transition, Transition>> = { reinstate: 'suspend', release: 'withhold' };

type Ending = { providerId: string; transition: Transition; actorId: string };

/** The other operator who took what the transition ends, or who confirmed an own one. Null: nobody else has to know. */
export async function findTakerOfEnded(trx: Trx, { providerId, transition, actorId }: Ending): Promise<string | null> {
  const begin = begunWith[transition];
  if (!begin) return null;
  const { rows } = await sql<{ taker: string | null }>`
    select case when m.actor_id <> ${actorId} then m.actor_id else r.reviewer_id end as taker
    from provider_transition m left join measure_review r on r.measure_id = m.id and r.outcome = 'justified'
    where m.provider_id = ${providerId} and m.transition = ${begin} and measure_end(m) is null
    order by m.at desc, m.id desc limit 1`.execute(trx);
  return rows[0]?.taker ?? null;
}

export type MeasureRow = {
  id: string;
  provider_id: string;
  transition: z.output<typeof Measure>;
  actor_id: string;
  at: Date;
  reason: string | null;
  reason_code: MeasureReason | null;
  ends_measure_of: string | null;
  ended_at: Date | null;
  reviewer_id: string | null;
  outcome: z.output<typeof ReviewOutcome> | null;
  review_reason: string | null;
  reviewed_at: Date | null;
};

const columns = sql`m.id, m.provider_id, m.transition, m.actor_id, m.at, m.reason, m.reason_code, m.ends_measure_of,
  case when m.transition in ('suspend', 'withhold') then measure_end(m) end as ended_at,
  r.reviewer_id, r.outcome, r.reason as review_reason, r.reviewed_at
  from provider_transition m left join measure_review r on r.measure_id = m.id`;

export async function findMeasure(db: Db, measureId: string): Promise<MeasureRow | undefined> {
  const { rows } = await sql<MeasureRow>`select ${columns} where m.id = ${measureId} and awaits_review(m)`.execute(db);
  return rows[0];
}

export async function findMeasuresOf(trx: Trx, providerId: string): Promise<MeasureRow[]> {
  const { rows } = await sql<MeasureRow>`
    select ${columns} where m.provider_id = ${providerId} and awaits_review(m) order by m.at, m.id`.execute(trx);
  return rows;
}

export async function insertReview(trx: Trx, review: Insertable<MeasureReview>): Promise<void> {
  await trx.insertInto('measure_review').values(review).execute();
}
