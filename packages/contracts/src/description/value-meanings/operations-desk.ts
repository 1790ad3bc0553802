import { claimStatus } from './claims.ts';
import { intentState, versionState } from './evidence.ts';
import { slaStatus } from './operations.ts';
import { searchOrders } from './opinions.ts';
import { providerState } from './provider.ts';
import { caseKind, caseState } from './verification.ts';
import type { Vocabulary } from './vocabulary.ts';

const readiness: Vocabulary = {
  complete: 'Profile, service and location are there.',
  incomplete: 'At least one of them is missing.',
};

const renewal: Vocabulary = {
  not_due: 'It is too early to renew the claim.',
  due: 'The claim can be renewed, and no case is open.',
  awaiting_provider: 'An open case waits for the provider.',
  in_progress: 'An open case is with operators.',
};
const role: Vocabulary = {
  triage: 'Sorts and assigns work.',
  reviewer: 'Reviews evidence and recommends.',
  decider: 'Decides cases and appeals.',
  'field-agent': 'Visits providers.',
  supervisor: 'Leads the desk.',
  security: 'Acts in emergencies.',
  auditor: 'Reads the audit log and reports.',
};

export const deskValues: Record<string, Vocabulary> = {
  'query.readiness': readiness,
  'query.caseState': caseState,
  'OperationsProvider.readiness': readiness,
  'ProviderReadiness.status': readiness,
  'ProviderReadiness.missing': {
    profile: 'The profile has no summary.',
    service: 'No category is selected.',
    location: 'Neither public premises nor a service area is stored.',
  },
  'OperationsWorkspace.state': providerState,
  'OperationsProvider.state': providerState,
  'OperationsProviderDetail.state': providerState,
  'CaseCount.state': caseState,
  'ClaimCount.status': claimStatus,
  'EvidenceCount.state': versionState,
  'UploadCount.state': intentState,
  'query.due': slaStatus,
  'query.sort': {
    ...searchOrders,
    due: 'The next due time first; paused last.',
    oldest: 'The earliest opening first.',
    newest: 'The latest opening first.',
  },
  'CaseAssignments.state': caseState,
  'QueuedCase.kind': caseKind,
  'QueuedCase.state': caseState,
  'OperationsCase.kind': caseKind,
  'OperationsCase.state': caseState,
  'query.status': claimStatus,
  'query.renewal': renewal,
  'Expiry.status': claimStatus,
  'ClaimRenewal.status': renewal,
  'query.role': role,
  operatorRoles: role,
  'OperatorEntry.roles': role,
  'OperatorRoles.roles': role,
  'path.role': role,
  'OperatorEntry.presence': {
    online: 'Signed in, and active in the last five minutes.',
    signed_in: 'Signed in.',
    signed_out: 'Not signed in.',
  },
};
