import type { Vocabulary } from './vocabulary.ts';

/** Work that no operator opened: it waits until its subject changes. */
export const waitingKinds: Vocabulary = {
  expiring_claim: 'A claim that ends within 30 days and that no case renews.',
  possible_duplicate: 'Two providers that may be the same.',
  evidence_scan: 'A document that waits for its scan, or failed it.',
  override_approval: 'An override that waits for your vote.',
  dead_letter: 'An event that a service could not apply.',
};
export const waitingStates: Vocabulary = {
  expiring: 'The claim ends soon.',
  pending_scan: 'The document waits for its scan.',
  rejected: 'The document failed its scan.',
  lost: 'The document was lost.',
  pending: 'Votes are missing.',
  parked: 'The event is not applied.',
};
export const waitingSubjects: Vocabulary = {
  claim: 'A claim.',
  possible_duplicate: 'Two providers that may be the same.',
  evidence_version: 'A document.',
  dead_letter: 'An event that a service could not apply.',
};
const outcome: Vocabulary = {
  distinct: 'They are two providers.',
  duplicate: 'They are the same provider.',
};
const service: Vocabulary = {
  identity: 'Accounts and sessions.',
  provider: 'Providers and their publication.',
  evidence: 'Documents and images.',
  verification: 'Cases and claims.',
  operations: 'The desk and the audit log.',
  webhooks: 'Messages and payments.',
};
export const duplicateValues: Record<string, Vocabulary> = {
  'services.service': service,
  'services.status': {
    reporting: 'It reported in the last three minutes.',
    silent: 'It reported before that; the numbers are old.',
    unknown: 'It never reported.',
  },
  'PossibleDuplicate.state': { open: 'Nobody has judged it.', reviewed: 'An operator has judged it. Final.' },
  'PossibleDuplicate.outcome': outcome,
  'PossibleDuplicateReview.outcome': outcome,
};
