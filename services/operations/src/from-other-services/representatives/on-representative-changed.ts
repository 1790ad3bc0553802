import {
  invitationAwaitingApproval,
  invitationAwaitingApprovalSnapshot,
  representativeAssigned,
  representativeEnded,
  representativeSnapshot,
} from '@trust/contracts/events/representatives';
import { on } from '../../app.ts';
import { endRepresentative, insertAwaiting, openRepresentative, replaceRepresentative } from './queries.ts';

export const onRepresentativeChanged = [
  on(representativeAssigned, ({ assignmentId, providerId, userId }, { trx }) =>
    openRepresentative(trx, { assignment_id: assignmentId, provider_id: providerId, user_id: userId }),
  ),
  on(representativeEnded, ({ assignmentId }, { trx, event }) => endRepresentative(trx, assignmentId, event.time)),
  on(representativeSnapshot, ({ assignmentId, providerId, userId, endedAt }, { trx }) =>
    replaceRepresentative(trx, {
      assignment_id: assignmentId,
      provider_id: providerId,
      user_id: userId,
      ended_at: endedAt,
    }),
  ),
  // The id of the invitation becomes that of the assignment.
  ...[invitationAwaitingApproval, invitationAwaitingApprovalSnapshot].map((type) =>
    on(type, ({ invitationId, providerId, userId, expiresAt }, { trx }) =>
      insertAwaiting(trx, {
        assignment_id: invitationId,
        provider_id: providerId,
        user_id: userId,
        ended_at: expiresAt,
      }),
    ),
  ),
];
