import { representativeAssigned } from '@trust/contracts/events/provider';
import { on } from '../app.ts';
import { duties } from '../assignments/duty.ts';
import { endAssignments } from '../assignments/end-assignments.ts';
import { lockOpenCases } from '../cases/queries.ts';
import { addRepresentative } from './queries.ts';

export const onRepresentativeAssigned = on(representativeAssigned, async (payload, { trx, event }, app) => {
  const { assignmentId, providerId, userId } = payload;
  // Waits for concurrent duty assignments, so that each sees the other.
  await lockOpenCases(trx, { providerId });
  await addRepresentative(trx, { assignment_id: assignmentId, provider_id: providerId, user_id: userId });
  await endAssignments(trx, app, { assigneeId: userId, duties, providerId }, event);
});
