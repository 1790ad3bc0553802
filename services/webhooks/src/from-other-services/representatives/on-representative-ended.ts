import { representativeEnded } from '@trust/contracts/events/representatives';
import { on } from '../../app.ts';
import { endRepresentative } from './queries.ts';

export const onRepresentativeEnded = on(representativeEnded, ({ assignmentId }, { trx, event }) =>
  endRepresentative(trx, assignmentId, event.time),
);
