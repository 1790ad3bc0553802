import { addWorkingTime, businessDayMs } from '@trust/business-calendar/calendar';
import { possibleDuplicateFound, possibleDuplicateSnapshot } from '@trust/contracts/events/provider';
import { on } from '../../app.ts';
import { savePossibleDuplicate } from './queries.ts';

/** As for a review (docs/domain/work-queue.md 15). */
const businessDays = 3;

export const onPossibleDuplicateFound = on.each(
  [possibleDuplicateFound, possibleDuplicateSnapshot],
  ({ providerId, otherProviderId, same, otherIsClosed, inQuestionAt, occurredAt }, { trx }, { calendar }) => {
    const foundAt = new Date(occurredAt);
    const dueAt = addWorkingTime(calendar, foundAt, businessDays * businessDayMs);
    const pair = { providerId, otherProviderId, same, isOfClosed: otherIsClosed ?? false };
    return savePossibleDuplicate(trx, { ...pair, inQuestionAt, foundAt, dueAt });
  },
);
