import { addWorkingTime, type BusinessCalendar, businessDayMs } from '@trust/business-calendar/calendar';
import type { PayloadOf } from '@trust/contracts/event';
import { measureChanged, measureSnapshot } from '@trust/contracts/events/measures';
import { saveState } from '@trust/service-kit/inbox/projection';
import { on, type Trx } from '../../app.ts';
import { notifyOperator } from '../../notify-operator.ts';
import { findManagers } from './queries.ts';

type Changed = PayloadOf<typeof measureChanged>;

/** The end of a colleague's measure can make a danger public again, so somebody looks at it within a day. */
const businessDays = { suspend: 5, withhold: 5, reinstate: 1, release: 1 } as const;

export const onMeasureChanged = [
  on(measureChanged, async (payload, { trx }, { calendar }) => {
    if (!(await saveMeasure(trx, payload, calendar))) return;
    if (payload.outcome === 'not_justified') await tellOfReview(trx, payload);
    if (!payload.outcome) await tellOfEnd(trx, payload);
  }),
  on(measureSnapshot, async (payload, { trx }, { calendar }) => {
    await saveMeasure(trx, payload, calendar);
  }),
];

function saveMeasure(trx: Trx, { outcome, ...of }: Changed, calendar: BusinessCalendar): Promise<boolean> {
  const takenAt = new Date(of.takenAt);
  return saveState(
    trx,
    'provider_measure',
    { key: 'measure_id', changes: ['reviewed_at'] },
    {
      measure_id: of.measureId,
      provider_id: of.providerId,
      taken_by: of.operatorId,
      taken_at: takenAt,
      review_due_at: addWorkingTime(calendar, takenAt, businessDays[of.measure] * businessDayMs),
      reviewed_at: outcome ? new Date(of.occurredAt) : null,
    },
  );
}

/** Nobody ends the measure of a colleague unseen. */
async function tellOfEnd(trx: Trx, { takerId: userId, measureId: id }: Changed): Promise<void> {
  if (userId) await notifyOperator(trx, { userId, template: 'measure_ended', type: 'provider_measure', id });
}

async function tellOfReview(trx: Trx, measure: Changed): Promise<void> {
  for (const userId of await findManagers(trx, measure))
    await notifyOperator(trx, {
      ...{ userId, template: 'measure_rejected', type: 'provider_measure', id: measure.measureId },
    });
}
