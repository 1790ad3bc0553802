import { enquiryNotifications } from './enquiries.ts';
import type { Vocabulary } from './vocabulary.ts';

const groups: Vocabulary = {
  security: 'Sign-ins and contact details. Cannot be switched off.',
  cases: 'Start, decision and end of a verification, and visits.',
  documents: 'What became of an uploaded document or image.',
  corrections: 'Requested corrections and their deadlines.',
  claims: 'Claims that expire, are suspended, restored, revoked or replaced.',
  appeals: 'Appeals against a decision.',
  enquiries: 'Enquiries of customers and what became of them.',
  reviews: 'Reviews and their moderation.',
  disputes: 'Disputes about a contact.',
  work: 'For operators: work that somebody assigned to them, votes, and returned visits.',
};

const types: Vocabulary = {
  case_opened: 'A case was opened.',
  evidence_available: 'A document can be reviewed.',
  evidence_rejected: 'A document was rejected.',
  evidence_refused: 'A document arrived too late.',
  evidence_lost: 'A document was lost.',
  evidence_renewal_due: 'A document must be renewed.',
  media_published: 'An image is public.',
  media_rejected: 'An image was not accepted, or was removed by an operator.',
  case_decided: 'A case was decided.',
  correction_requested: 'A correction was requested.',
  correction_due: 'A correction is due soon.',
  case_expired: 'A case expired.',
  appeal_received: 'An appeal was submitted.',
  appeal_decided: 'An appeal was decided.',
  visit_scheduled: 'A visit on site has a date.',
  new_sign_in: 'Sign-in on a new device.',
  contact_points_changed: 'A contact point was added or removed.',
  passkeys_changed: 'A passkey was added or removed, or an enrolment was issued.',
  claim_suspended: 'A claim is suspended.',
  claim_restored: 'A suspended claim is current again.',
  claim_revoked: 'A claim was revoked.',
  claim_superseded: 'A newer claim replaced a claim.',
  work_assigned: 'Another operator assigned a case, an escalation, an incident or a visit to you.',
  vote_needed: 'An override waits for votes, and you may cast one.',
  visit_returned: 'The results of your visit were returned.',
  ...enquiryNotifications,
};

export const notificationValues: Readonly<Record<string, Vocabulary>> = {
  template: types,
  'Notification.type': types,
  'Notification.group': groups,
  'NotificationGroup.group': groups,
  'NotificationsReadAll.group': groups,
  'query.group': groups,
  pushService: { fcm: 'Firebase Cloud Messaging.', apns: 'Apple Push Notification service.' },
  'NotificationGroupChoice.group': groups,
  'NotificationGroupPreference.group': groups,
  'Notification.state': { unread: 'Not read yet.', read: 'Marked as read.' },
};
