import { representativeAssigned } from '@trust/contracts/events/provider';
import { on } from '../app.ts';
import { addRepresentative } from './queries.ts';

export const onRepresentativeAssigned = on(representativeAssigned, async (payload, { trx }) => {
  const { assignmentId, providerId, userId } = payload;
  await addRepresentative(trx, { assignment_id: assignmentId, provider_id: providerId, user_id: userId });
});
