import type { PayloadOf } from '@trust/contracts/event';
import { measureChanged, measureSnapshot } from '@trust/contracts/events/measures';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../../app.ts';
import { findMeasure, findMeasuresOf, type MeasureRow } from './queries.ts';

/** Operations lists it for its review. Nothing is announced of what nobody reviews. */
export async function announceMeasure(trx: Trx, measureId: string): Promise<void> {
  const measure = await findMeasure(trx, measureId);
  if (measure) await emit(trx, measureChanged, payloadOf(measure));
}

export async function announceMeasures(trx: Trx, providerId: string): Promise<void> {
  for (const measure of await findMeasuresOf(trx, providerId)) await emit(trx, measureSnapshot, payloadOf(measure));
}

function payloadOf(row: MeasureRow): PayloadOf<typeof measureChanged> {
  const { outcome, reviewer_id: reviewerId, ends_measure_of: takerId } = row;
  return {
    measureId: row.id,
    providerId: row.provider_id,
    measure: row.transition,
    operatorId: row.actor_id,
    ...(takerId && { takerId }),
    takenAt: row.at.toISOString(),
    ...(outcome && reviewerId && { outcome, reviewerId }),
    occurredAt: (row.reviewed_at ?? row.at).toISOString(),
  };
}
