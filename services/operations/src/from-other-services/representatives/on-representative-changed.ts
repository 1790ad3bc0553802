import {
  representativeAssigned,
  representativeEnded,
  representativeSnapshot,
} from '@trust/contracts/events/representatives';
import { on } from '../../app.ts';
import { endRepresentative, insertRepresentative, replaceRepresentative } from './queries.ts';

export const onRepresentativeChanged = [
  on(representativeAssigned, ({ assignmentId, providerId, userId }, { trx }) =>
    insertRepresentative(trx, { assignment_id: assignmentId, provider_id: providerId, user_id: userId }),
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
];
