import {
  invitationAwaitingApproval,
  invitationAwaitingApprovalSnapshot,
  representativeAssigned,
  representativeEnded,
  representativeSnapshot,
} from '@trust/contracts/events/representatives';
import { type App, on, type Trx } from '../app.ts';
import { announceExcluded } from '../case/effects/announce-changes.ts';
import { duties } from '../case/record/duty.ts';
import { findProvidersBeside } from '../from-other-services/claim-subjects.ts';
import {
  endRepresentative,
  insertAwaiting,
  openRepresentative,
  setRepresentativeEnd,
} from '../from-other-services/providers.ts';
import { endAssignments } from './end-assignments.ts';

type Assigned = { assignmentId: string; providerId: string; userId: string };

export const onRepresentativeAssigned = on(representativeAssigned, async (payload, { trx, event }, app) => {
  await assign(trx, app, payload, event.id);
});

/** The id of the invitation becomes that of the assignment. */
export const onInvitationAwaitingApproval = [invitationAwaitingApproval, invitationAwaitingApprovalSnapshot].map(
  (type) =>
    on(type, async ({ invitationId: assignmentId, expiresAt, ...of }, { trx, event }, app) => {
      const isNew = await changing(trx, app, of, () =>
        insertAwaiting(trx, { ...rowOf({ assignmentId, ...of }), ended_at: expiresAt }),
      );
      if (isNew) await endDuties(trx, app, of, event.id);
    }),
);

export const onRepresentativeSnapshot = on(
  representativeSnapshot,
  async ({ endedAt, ...payload }, { trx, event }, app) => {
    if (!endedAt) return assign(trx, app, payload, event.id);
    await changing(trx, app, payload, async () => {
      await openRepresentative(trx, rowOf(payload));
      await setRepresentativeEnd(trx, payload.assignmentId, new Date(endedAt));
    });
  },
);

export const onRepresentativeEnded = on(representativeEnded, ({ assignmentId, providerId }, { trx, event }, app) =>
  changing(trx, app, { providerId }, () => endRepresentative(trx, assignmentId, event.time)),
);

async function assign(trx: Trx, app: App, assigned: Assigned, eventId: string): Promise<void> {
  await changing(trx, app, assigned, () => openRepresentative(trx, rowOf(assigned)));
  await endDuties(trx, app, assigned, eventId);
}

/** Waits for concurrent duty assignments, so that each sees the other. */
async function changing<Result>(
  trx: Trx,
  app: App,
  { providerId }: { providerId: string },
  change: () => Promise<Result>,
): Promise<Result> {
  return announceExcluded(trx, app, await findProvidersBeside(trx, [providerId]), change);
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
