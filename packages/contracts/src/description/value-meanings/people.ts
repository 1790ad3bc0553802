import type { Vocabulary } from './vocabulary.ts';

const channel: Vocabulary = { sms: 'By text message.', email: 'By e-mail.', push: 'By push notification.' };
const role: Vocabulary = {
  owner: 'Everything, representatives and payments included.',
  manager: 'Everything but representatives and payments.',
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

/** Sign-in, accounts, consents, representatives. */
export const peopleValues: Record<string, Vocabulary> = {
  channel,
  role,
  policyKey: policy,
  locale: { en: 'English.', fr: 'French.' },
  transport: {
    bearer: 'The answer carries the tokens.',
    cookie: 'The answer sets the session cookie and carries no token.',
  },
  'DataExport.state': { collecting: 'Services are still adding their parts.', ready: 'The file can be downloaded.' },
  pending: {
    identity: 'The part about the account and sessions.',
    provider: 'The part about providers.',
    evidence: 'The part about evidence.',
    operations: 'The part about the audit log.',
    webhooks: 'The part about messages.',
  },
  'Representative.state': { active: 'Represents the provider.', invited: 'Was invited and has not signed in since.' },
  'identity.one-time-code.withheld.v1.reason': {
    country: 'No SMS goes to this country.',
    range: 'The number is in a range that costs extra.',
    prefix: 'Too many numbers with this prefix asked for codes.',
    budget: 'The hourly budget for SMS is used up.',
    identity: 'The number or address had its codes of the day.',
    stopped: 'Sign-in is stopped for unknown devices after too many failures.',
  },
};
