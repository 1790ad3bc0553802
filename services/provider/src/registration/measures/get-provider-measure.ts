import { notFound } from '@trust/service-kit/problems/problem';
import { route } from '../../app.ts';
import { isOperatorFor } from '../../provider-record/is-operator-for.ts';
import { findMeasure, type MeasureRow } from './queries.ts';
import { MeasureParams, ProviderMeasure } from './schema.ts';

export const getProviderMeasure = route(
  {
    method: 'get',
    path: '/provider-measures/{measureId}',
    summary: 'Get a measure against a provider',
    description:
      'What an operator did to a provider: suspended or hid it, or ended that of another operator. An item `measure_review` of the work queue has its id. Not for operators who represent the provider or are its customers.',
    access: 'operations.providers.manage',
    params: MeasureParams,
    responds: { status: 200, body: ProviderMeasure },
  },
  async ({ actor, params }, { db, now }) => {
    const measure = await findMeasure(db, params.measureId);
    if (!measure) throw notFound();
    const of = { permission: 'operations.providers.manage', providerId: measure.provider_id, at: now() } as const;
    if (!(await db.transact((trx) => isOperatorFor(trx, actor, of)))) throw notFound();
    return bodyOf(measure);
  },
);

function bodyOf(row: MeasureRow) {
  const { reviewer_id: reviewerId, outcome, review_reason: reason, reviewed_at } = row;
  return {
    id: row.id,
    providerId: row.provider_id,
    measure: row.transition,
    operatorId: row.actor_id,
    takerId: row.ends_measure_of,
    reason: row.reason,
    reasonCode: row.reason_code,
    takenAt: row.at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    review:
      reviewerId && outcome && reason && reviewed_at
        ? { reviewerId, outcome, reason, reviewedAt: reviewed_at.toISOString() }
        : null,
  };
}
