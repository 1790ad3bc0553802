import { mutantsOf } from './mutant.ts';

const stopped = 'src/customers/enquiries/stopped-provider.test.ts';
const inMessages = 'src/customers/enquiries/contacts-in-messages.test.ts';

export const mutants = mutantsOf('services/provider', [
  ['src/customers/enquiries/create-enquiry.ts', "assertNoContact(body.message, 'message');", '', inMessages],
  ['src/customers/enquiries/decline-enquiry.ts', "assertNoContact(text, 'message');", '', inMessages],
  [
    'src/customers/enquiries/create-enquiry-message.ts',
    "row.state !== 'handed_off'",
    "row.state === 'sent'",
    inMessages,
  ],
  ['src/customers/enquiries/create-enquiry-message.ts', "if (row.state !== 'handed_off') assert", 'assert', inMessages],
  [
    'src/listing/tell-customers.ts',
    " and (state in ('accepted', 'handed_off') or ${wasClosedAfterHandoff(at)})",
    '',
    stopped,
  ],
  ['src/listing/tell-customers.ts', "interval '24 hours'", "interval '0 hours'", stopped],
  ['src/listing/tell-customers.ts', 'told.customer_id = enquiry.customer_id', 'told.id = enquiry.id', stopped],
  ['src/provider-record/measures.ts', "transition === 'suspend' ||", '', stopped],
  [
    'src/from-other-services/publication/apply-publication-hold.ts',
    'await tellCustomersOfStop(trx, { providerId, categoryKey: null, isForSafety: true, at });',
    ';',
    stopped,
  ],
  [
    'src/from-other-services/emergency-actions/apply-emergency-action.ts',
    'if (claim && new Date(endsAt) > at) {',
    'if (claim) {',
    stopped,
  ],
  ['src/customers/enquiries/enquiry-view.ts', 'isHandedOff && !isStopped', 'isHandedOff', stopped],
  ['src/from-other-services/publication/is-stopped.ts', " || provider?.publication === 'withheld'", '', stopped],
]);
