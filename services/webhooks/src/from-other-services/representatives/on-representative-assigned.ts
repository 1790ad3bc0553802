import { representativeAssigned } from '@trust/contracts/events/representatives';
import { on } from '../../app.ts';
import { insertRepresentative } from './queries.ts';

export const onRepresentativeAssigned = on(representativeAssigned, ({ assignmentId, providerId, userId }, { trx }) =>
  insertRepresentative(trx, { assignment_id: assignmentId, provider_id: providerId, user_id: userId }),
);
