import type { Vocabulary } from './vocabulary.ts';

export const enquiryState: Vocabulary = {
  sent: 'Waits for the provider, for 7 days.',
  accepted: 'The provider accepted; the contact can be handed over.',
  handed_off: 'The provider has the contact of the customer.',
  closed: 'Closed by one of the sides. Final.',
  declined: 'Declined by the provider. Final.',
  expired: 'Not answered within 7 days. Final.',
};
const side: Vocabulary = { customer: 'The customer.', provider: 'The provider.' };
const declineReason: Vocabulary = {
  no_capacity: 'The provider has no time.',
  outside_area: 'The place is outside the service area.',
  outside_expertise: 'The provider does not do this work.',
  incomplete_request: 'The enquiry does not say enough.',
  other: 'Another reason, in the message.',
};

export const enquiryNotifications: Vocabulary = {
  enquiry_received: 'An enquiry arrived.',
  enquiry_accepted: 'The provider accepted the enquiry.',
  enquiry_declined: 'The provider declined the enquiry.',
  enquiry_contact_shared: 'The contact of the customer was disclosed to the provider.',
  enquiry_message: 'The other side wrote a message.',
  enquiry_closed: 'The other side closed the enquiry.',
  review_published: 'A review was published.',
  review_rejected: 'A review was not published.',
  review_removed: 'A published review was removed.',
  review_response_removed: 'An operator removed the response of a provider.',
  review_response_kept: 'An operator kept a response that was flagged.',
  review_kept: 'A flagged review was examined and kept.',
  dispute_opened: 'The other side opened a dispute.',
  dispute_statement: 'The other side made a statement.',
  dispute_resolved: 'The dispute was resolved.',
  dispute_withdrawn: 'The dispute was withdrawn.',
};

export const enquiryValues: Record<string, Vocabulary> = {
  'Enquiry.state': enquiryState,
  'AccountEnquiry.state': enquiryState,
  'WorkspaceEnquiry.state': enquiryState,
  'enquiry.state': enquiryState,
  side,
  endedBy: side,
  author: side,
  declineReason,
  'EnquiryDecline.reasonCode': declineReason,
};
