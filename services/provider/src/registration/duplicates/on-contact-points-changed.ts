import { contactPointsChanged, contactPointsSnapshot } from '@trust/contracts/events/identity';
import { saveState } from '@trust/service-kit/inbox/projection';
import { on } from '../../app.ts';
import { deleteRemovedContacts } from '../../from-other-services/verified-contacts/verified-contacts.ts';
import { findAssignments } from '../../provider-record/assignments.ts';
import { flagErased } from './flag-duplicates.ts';
import { lockContacts } from './possible-duplicates.ts';

export const onContactPointsChanged = on.each(
  [contactPointsChanged, contactPointsSnapshot],
  async ({ userId, hashes, mailboxes = [], occurredAt }, { trx }, app) => {
    await lockContacts(trx, userId);
    const row = { person_id: userId, hashes, mailboxes, changed_at: occurredAt };
    await saveState(trx, 'verified_contacts', { key: 'person_id' }, row);
    await deleteRemovedContacts(trx, userId, hashes);
    // A contact may be added, or announced, after the registration.
    for (const { providerId } of await findAssignments(trx, userId)) await flagErased(trx, app, providerId);
  },
);
