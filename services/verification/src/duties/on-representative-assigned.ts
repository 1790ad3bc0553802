import { representativeAssigned, representativeSnapshot } from '@trust/contracts/events/representatives';
import { type App, on, type Trx } from '../app.ts';
import { duties } from '../case/record/duty.ts';
import { lockOpenCases } from '../case/record/queries.ts';
import { addRepresentative, setRepresentativeEnd } from '../from-other-services/providers.ts';
import { endAssignments } from './end-assignments.ts';

type Assigned = { assignmentId: string; providerId: string; userId: string };

export const onRepresentativeAssigned = on(representativeAssigned, async (payload, { trx, event }, app) => {
  await assign(trx, app, payload, event.id);
});

export const onRepresentativeSnapshot = on(
  representativeSnapshot,
  async ({ endedAt, ...payload }, { trx, event }, app) => {
    if (!endedAt) return assign(trx, app, payload, event.id);
    await addRepresentative(trx, rowOf(payload));
    await setRepresentativeEnd(trx, payload.assignmentId, new Date(endedAt));
  },
);

async function assign(trx: Trx, app: App, assigned: Assigned, eventId: string): Promise<void> {
  const { providerId, userId } = assigned;
  // Waits for concurrent duty assignments, so that each sees the other.
  await lockOpenCases(trx, { providerId });
  await addRepresentative(trx, rowOf(assigned));
  await endAssignments(trx, app, { assigneeId: userId, duties, providerId }, { id: eventId });
}

const rowOf = ({ assignmentId, providerId, userId }: Assigned) => ({
  assignment_id: assignmentId,
  provider_id: providerId,
  user_id: userId,
});
