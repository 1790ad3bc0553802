import { addWorkingTime, businessDayMs } from '@trust/business-calendar/calendar';
import { possibleDuplicateFound, possibleDuplicateSnapshot } from '@trust/contracts/events/provider';
import { on } from '../../app.ts';
import { insertPossibleDuplicate } from './queries.ts';

/** As for a review (docs/domain/work-queue.md 15). */
const businessDays = 3;

export const onPossibleDuplicateFound = on.each(
  [possibleDuplicateFound, possibleDuplicateSnapshot],
  ({ providerId, otherProviderId, otherIsClosed = false, occurredAt }, { trx }, { calendar }) => {
    const foundAt = new Date(occurredAt);
    const dueAt = addWorkingTime(calendar, foundAt, businessDays * businessDayMs);
    return insertPossibleDuplicate(trx, { providerId, otherProviderId, foundAt, dueAt, isOfClosed: otherIsClosed });
  },
);
