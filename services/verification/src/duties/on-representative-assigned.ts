import {
  invitationAwaitingApproval,
  invitationAwaitingApprovalSnapshot,
  representativeAssigned,
  representativeSnapshot,
} from '@trust/contracts/events/representatives';
import { type App, on, type Trx } from '../app.ts';
import { duties } from '../case/record/duty.ts';
import { lockOpenCases } from '../case/record/queries.ts';
import { insertAwaiting, openRepresentative, setRepresentativeEnd } from '../from-other-services/providers.ts';
import { endAssignments } from './end-assignments.ts';

type Assigned = { assignmentId: string; providerId: string; userId: string };

export const onRepresentativeAssigned = on(representativeAssigned, async (payload, { trx, event }, app) => {
  await assign(trx, app, payload, event.id);
});

/** The id of the invitation becomes that of the assignment. */
export const onInvitationAwaitingApproval = [invitationAwaitingApproval, invitationAwaitingApprovalSnapshot].map(
  (type) =>
    on(type, async ({ invitationId: assignmentId, expiresAt, ...of }, { trx, event }, app) => {
      await lockOpenCases(trx, of);
      const isNew = await insertAwaiting(trx, { ...rowOf({ assignmentId, ...of }), ended_at: expiresAt });
      if (isNew) await endDuties(trx, app, of, event.id);
    }),
);

export const onRepresentativeSnapshot = on(
  representativeSnapshot,
  async ({ endedAt, ...payload }, { trx, event }, app) => {
    if (!endedAt) return assign(trx, app, payload, event.id);
    await openRepresentative(trx, rowOf(payload));
    await setRepresentativeEnd(trx, payload.assignmentId, new Date(endedAt));
  },
);

async function assign(trx: Trx, app: App, assigned: Assigned, eventId: string): Promise<void> {
  // Waits for concurrent duty assignments, so that each sees the other.
  await lockOpenCases(trx, assigned);
  await openRepresentative(trx, rowOf(assigned));
  await endDuties(trx, app, assigned, eventId);
}

function endDuties(
  trx: Trx,
  app: App,
  { providerId, userId }: Omit<Assigned, 'assignmentId'>,
  eventId: string,
): Promise<void> {
  return endAssignments(trx, app, { assigneeId: userId, duties, providerId }, { id: eventId });
}

const rowOf = ({ assignmentId, providerId, userId }: Assigned) => ({
  assignment_id: assignmentId,
  provider_id: providerId,
  user_id: userId,
});
