import { actorChanged } from '@trust/contracts/events/identity';
import { representativeEnded } from '@trust/contracts/events/representatives';
import { emit } from '@trust/service-kit/outbox/outbox';
import { on } from '../../app.ts';
import { deleteGivenName } from './given-names.ts';
import { deleteAssignment } from './queries.ts';

export const onRepresentativeEnded = on(representativeEnded, async ({ assignmentId, userId }, { trx }) => {
  await deleteAssignment(trx, assignmentId);
  await deleteGivenName(trx, assignmentId);
  await emit(trx, actorChanged, { userId });
});
