import { possibleDuplicateFound, possibleDuplicateSnapshot } from '@trust/contracts/events/provider';
import { on } from '../app.ts';
import { insertPossibleDuplicate } from './queries.ts';

export const onPossibleDuplicateFound = [possibleDuplicateFound, possibleDuplicateSnapshot].map((type) =>
  on(type, ({ providerId, otherProviderId }, { trx }) => insertPossibleDuplicate(trx, providerId, otherProviderId)),
);
