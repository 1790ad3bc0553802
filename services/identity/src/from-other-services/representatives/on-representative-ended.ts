import { actorChanged } from '@trust/contracts/events/identity';
import { representativeEnded } from '@trust/contracts/events/representatives';
import { emit } from '@trust/service-kit/outbox/outbox';
import { on } from '../../app.ts';
import { endAssignment } from './end-assignment.ts';
import { deleteGivenName } from './given-names.ts';

export const onRepresentativeEnded = on(representativeEnded, async ({ assignmentId, userId }, { trx }) => {
  await endAssignment(trx, { assignmentId, userId });
  await deleteGivenName(trx, assignmentId);
  await emit(trx, actorChanged, { userId });
});
