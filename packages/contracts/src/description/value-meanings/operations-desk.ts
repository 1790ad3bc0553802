import { intentState, versionState } from './evidence.ts';
import { slaStatus } from './operations.ts';
import { providerState } from './provider.ts';
import { caseKind, caseState, claimStatus } from './verification.ts';
import type { Vocabulary } from './vocabulary.ts';

const readiness: Vocabulary = {
  complete: 'Profile, service and location are there.',
  incomplete: 'At least one of them is missing.',
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
    due: 'The next due time first; paused last.',
    oldest: 'The earliest opening first.',
    newest: 'The latest opening first.',
  },
  'CaseAssignments.state': caseState,
  'QueuedCase.kind': caseKind,
  'QueuedCase.state': caseState,
  'OperationsCase.kind': caseKind,
  'OperationsCase.state': caseState,
};
