import { contactPointsChanged, contactPointsSnapshot } from '@trust/contracts/events/identity';
import { projection } from '../../app.ts';

export const onContactPointsChanged = projection({
  of: [contactPointsChanged, contactPointsSnapshot],
  table: 'verified_contacts',
  key: 'person_id',
  row: ({ userId, hashes, occurredAt }) => ({ person_id: userId, hashes, changed_at: occurredAt }),
});
