import { actorChanged } from '@trust/contracts/events/identity';
import { representativeSnapshot } from '@trust/contracts/events/representatives';
import { emit } from '@trust/service-kit/outbox/outbox';
import { on } from '../../app.ts';
import { endAssignment } from './end-assignment.ts';
import { deleteGivenName } from './given-names.ts';
import { saveAssignment } from './queries.ts';

export const onRepresentativeSnapshot = on(representativeSnapshot, async (payload, { trx }) => {
  const { assignmentId, providerId, userId, role, endedAt } = payload;
  const assignment = { id: assignmentId, provider_id: providerId, user_id: userId, role };
  if (endedAt !== null) await deleteGivenName(trx, assignmentId);
  const changed = endedAt === null ? saveAssignment(trx, assignment) : endAssignment(trx, { assignmentId, userId });
  if (await changed) await emit(trx, actorChanged, { userId });
});
