import { representativeEnded } from '@trust/contracts/events/representatives';
import { on } from '../app.ts';
import { endRepresentative } from './providers.ts';

export const onRepresentativeEnded = on(representativeEnded, async ({ assignmentId }, { trx, event }) => {
  await endRepresentative(trx, assignmentId, event.time);
});
