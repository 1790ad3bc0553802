import { representativeSnapshot } from '@trust/contracts/events/representatives';
import { on } from '../../app.ts';
import { insertRepresentative, setRepresentativeEnd } from './queries.ts';

export const onRepresentativeSnapshot = on(
  representativeSnapshot,
  async ({ assignmentId, providerId, userId, endedAt }, { trx }) => {
    await insertRepresentative(trx, { assignment_id: assignmentId, provider_id: providerId, user_id: userId });
    if (endedAt) await setRepresentativeEnd(trx, assignmentId, new Date(endedAt));
  },
);
