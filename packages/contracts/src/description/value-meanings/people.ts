import type { Vocabulary } from './vocabulary.ts';

const channel: Vocabulary = { sms: 'By text message.', email: 'By email.', push: 'By push notification.' };
const role: Vocabulary = {
  owner: 'All permissions, including representatives and payments.',
  manager: 'All permissions except representatives and payments.',
  contributor: 'Evidence and availability.',
};
const policy: Vocabulary = {
  terms: 'The terms of use.',
  'privacy-notice': 'The privacy notice.',
  'evidence-processing': 'The processing of uploaded evidence.',
  'public-premises': 'Showing the address of the premises in public.',
  'contact-sharing': 'Sharing contact details when an enquiry is accepted.',
  marketing: 'News about the platform.',
};

const publicKey: Vocabulary = { 'public-key': 'A key pair; the only type.' };

export const peopleValues: Record<string, Vocabulary> = {
  channel,
  role,
  policyKey: policy,
  locale: { en: 'English.', fr: 'French.' },
  transport: {
    bearer: 'The response contains the tokens.',
    cookie: 'The response sets the session cookie and contains no token.',
  },
  'Session.authenticatedBy': { one_time_code: 'With a one-time code.', passkey: 'With a passkey.' },
  userVerification: { required: 'By PIN, fingerprint or face.' },
  residentKey: { required: 'Stored on the authenticator.' },
  requireResidentKey: { true: 'Stored on the authenticator.' },
  attestation: { none: 'No certificates.' },
  authenticatorAttachment: { platform: 'Part of the device.', 'cross-platform': 'A separate device.' },
  'PasskeyAssertion.type': publicKey,
  'PasskeyAttestation.type': publicKey,
  'pubKeyCredParams.type': publicKey,
  'excludeCredentials.type': publicKey,
  'DataExport.state': { collecting: 'Services are still adding their parts.', ready: 'The file can be downloaded.' },
  pending: {
    identity: 'The part about the account and sessions.',
    provider: 'The part about providers.',
    evidence: 'The part about evidence.',
    operations: 'The part about the audit log.',
    webhooks: 'The part about messages.',
  },
  'Representative.state': { active: 'Represents the provider.', invited: 'Invited, but has not accepted yet.' },
  'identity.one-time-code.withheld.v1.reason': {
    country: 'No SMS goes to this country.',
    range: 'The number is in a premium-rate range.',
    prefix: 'Too many codes were requested for this prefix.',
    budget: 'The hourly budget for SMS is used up.',
    identity: 'The daily limit of the contact is reached.',
    stopped: 'Sign-in from unknown devices is blocked after too many failures.',
  },
};
