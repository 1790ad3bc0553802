import { mutantsOf } from './mutant.ts';

const test = 'src/customers/enquiries/verified-contact.test.ts';
const contacts = 'src/from-other-services/verified-contacts/verified-contacts.ts';
const changed = 'src/registration/duplicates/on-contact-points-changed.ts';

export const mutants = mutantsOf('services/provider', [
  [changed, 'await deleteRemovedContacts(trx, userId, hashes);', '', test],
  [contacts, ' and e.customer_id = ${customerId}', '', test],
  [contacts, " and e.state in ('sent', 'accepted')", '', test],
]);
