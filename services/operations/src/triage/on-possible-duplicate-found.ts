import { possibleDuplicateFound } from '@trust/contracts/events/provider';
import { on } from '../app.ts';
import { insertPossibleDuplicate } from './queries.ts';

export const onPossibleDuplicateFound = on(possibleDuplicateFound, ({ providerId, otherProviderId }, { trx }) =>
  insertPossibleDuplicate(trx, providerId, otherProviderId),
);
