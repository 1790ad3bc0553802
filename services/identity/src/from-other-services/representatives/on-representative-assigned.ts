import { actorChanged } from '@trust/contracts/events/identity';
import { representativeAssigned } from '@trust/contracts/events/representatives';
import { emit } from '@trust/service-kit/outbox/outbox';
import { on } from '../../app.ts';
import { deleteInvitation } from '../invitations/queries.ts';
import { keepGivenName } from './given-names.ts';
import { insertAssignment } from './queries.ts';

export const onRepresentativeAssigned = on(representativeAssigned, async (payload, { trx }) => {
  const { assignmentId, providerId, userId, role } = payload;
  await insertAssignment(trx, { id: assignmentId, provider_id: providerId, user_id: userId, role });
  // An assignment from an invitation has its id.
  await keepGivenName(trx, { invitationId: assignmentId, personId: userId });
  await deleteInvitation(trx, assignmentId);
  await emit(trx, actorChanged, { userId });
});
