import { addWorkingTime, businessDayMs } from '@trust/business-calendar/calendar';
import { auditedServices, eventFlowReported } from '@trust/contracts/events/any';
import { on } from '../../app.ts';
import { replaceParked, saveFlow } from './queries.ts';

export const onEventFlowReported = auditedServices.map((service) =>
  on(eventFlowReported[service], async ({ parked, ...flow }, { trx }, { calendar }) => {
    if (!(await saveFlow(trx, service, flow))) return;
    const rows = parked.map((event) => ({
      service,
      event_id: event.eventId,
      type: event.type,
      parked_at: event.parkedAt,
      due_at: addWorkingTime(calendar, new Date(event.parkedAt), businessDayMs),
    }));
    await replaceParked(trx, service, rows);
  }),
);
