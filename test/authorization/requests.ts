import type { CallOptions, Method } from '../raw-client.ts';
import { type Asked, invalidBody, ofCase, ofOurEvidence, ofOurs, reason } from './asked.ts';
import { caseRequests } from './case-requests.ts';
import { customerRequests } from './customer-requests.ts';
import { operationOf } from './document.ts';
import { operations } from './expectation.ts';
import { paymentRequests, webhookRequests } from './payment-requests.ts';
import { requestsOfDesk } from './requests-of-desk.ts';
import type { World } from './world.ts';

/** Routes without a body validate the key, after authorization too. */
const invalidKey: Asked = { headers: { 'idempotency-key': 'k'.repeat(300) } };
const invalidQuery: Asked = { query: '?thereIsNone=1' };
const absentId = '01920000-0000-7000-8000-000000000000';

// Ids exist and belong to the owner: authorization decides. A request that would change something
// is invalid, so an authorized one is rejected for that reason.
const requests: Record<string, Asked | ((world: World) => Asked)> = {
  ...requestsOfDesk,
  getJwks: {},
  listConsents: {},
  putConsent: { ...invalidBody, path: { policyKey: 'public-premises' } },
  // The world places a legal hold on every person.
  deleteAccount: {},
  createDataExport: invalidKey,
  getDataExport: { path: { exportId: absentId }, ...invalidQuery },
  getAccountProfile: {},
  getAccountSession: {},
  putAccountProfile: invalidBody,
  putAccountWorkspace: invalidBody,
  listInvitations: {},
  acceptInvitation: { ...invalidBody, path: { invitationId: absentId } },
  declineInvitation: { ...invalidQuery, path: { invitationId: absentId } },
  createContactPoint: invalidBody,
  verifyContactPoint: { ...invalidBody, path: { contactPointId: absentId } },
  deleteContactPoint: { path: { contactPointId: absentId }, ...invalidQuery },
  createChallenge: invalidBody,
  listChannels: {},
  verifyChallenge: { ...invalidBody, path: { challengeId: '01920000-0000-7000-8000-000000000000' } },
  createPasskeyChallenge: invalidQuery,
  verifyPasskey: invalidBody,
  createStepUp: invalidBody,
  listPasskeys: {},
  createRegistrationChallenge: invalidBody,
  createPasskey: invalidBody,
  deletePasskey: { path: { passkeyId: absentId }, ...invalidQuery },
  logout: invalidKey,
  refreshSession: invalidBody,
  listSessions: {},
  deleteSession: { path: { sessionId: absentId }, ...invalidQuery },
  getCatalogTexts: {},
  listCategories: {},
  getEvidenceContent: ({ grant }) => ({ path: { grantToken: grant.url.split('/').at(-1) ?? '' } }),
  putUploadPart: { ...invalidQuery, path: { uploadToken: 'none', partNumber: '1' } },
  createOverride: invalidBody,
  listOverrides: {},
  getOverride: ({ override }) => ({ path: { overrideId: override.id } }),
  withdrawOverride: ({ withdrawable }) => ({ path: { overrideId: withdrawable.id }, body: { reason } }),
  createOverrideApproval: ({ override }) => ({
    path: { overrideId: override.id },
    body: { decision: 'approve', reason },
  }),
  listTriageItems: {},
  listProviderWorkspaces: {},
  listProviders: {},
  listOperators: {},
  listInvitationApprovals: {},
  createInvitationDecision: { ...invalidBody, path: { invitationId: absentId } },
  listExpiries: {},
  listQueuedCases: {},
  getOperationsCase: ofCase(),
  getOperationsProvider: ({ ours }) => ({ path: { providerId: ours.id } }),
  listEmergencyTargets: ({ ours }) => ({ path: { providerId: ours.id } }),
  createFieldWorkItem: invalidBody,
  listFieldWorkItems: {},
  getFieldWorkItem: ({ workItemId }) => ({ path: { workItemId } }),
  transitionFieldWorkItem: ({ workItemId }) => ({ path: { workItemId }, body: { transition: 'hold', reason } }),
  reassignFieldWorkItem: ({ workItemId }) => ({ ...invalidBody, path: { workItemId } }),
  cancelFieldWorkItem: ({ workItemId }) => ({ ...invalidBody, path: { workItemId } }),
  createFieldSubmission: ({ workItemId }) => ({ ...invalidBody, path: { workItemId } }),
  createFieldPhoto: ({ workItemId }) => ({ ...invalidBody, path: { workItemId } }),
  confirmFieldPhoto: ({ workItemId }) => ({ ...invalidKey, path: { workItemId, photoId: absentId } }),
  createMedia: invalidBody,
  listMedia: {},
  confirmMedia: { ...invalidKey, path: { mediaId: absentId } },
  deleteMedia: { ...invalidQuery, path: { mediaId: absentId } },
  getPublicMedia: { ...invalidQuery, path: { name: `${'a'.repeat(64)}.webp` } },
  getModeratedMedia: { ...invalidQuery, path: { mediaId: absentId } },
  getModeratedImage: { ...invalidQuery, path: { mediaId: absentId } },
  createMediaDecision: { ...invalidBody, path: { mediaId: absentId } },
  createEscalation: invalidBody,
  listEscalations: {},
  getEscalation: ({ escalationId }) => ({ path: { escalationId } }),
  startEscalation: ({ escalationId }) => ({ ...invalidBody, path: { escalationId } }),
  resolveEscalation: ({ escalationId }) => ({ ...invalidBody, path: { escalationId } }),
  getIncident: ({ incidentId }) => ({ path: { incidentId } }),
  startIncident: ({ incidentId }) => ({ ...invalidBody, path: { incidentId } }),
  resolveIncident: ({ incidentId }) => ({ ...invalidBody, path: { incidentId } }),
  getEmergencyAction: ({ emergencyActionId: actionId }) => ({ path: { actionId } }),
  liftEmergencyAction: ({ emergencyActionId: actionId }) => ({ ...invalidBody, path: { actionId } }),
  reviewEmergencyAction: ({ emergencyActionId: actionId }) => ({ ...invalidBody, path: { actionId } }),
  getWorkspace: {},
  putAvailability: { ...invalidBody, path: { categoryKey: 'electrician' } },
  putLocation: invalidBody,
  patchProfile: invalidBody,
  putRegisteredName: invalidBody,
  getResponsiblePerson: {},
  putResponsiblePerson: invalidBody,
  acceptPersonNaming: invalidBody,
  deletePersonNaming: invalidQuery,
  putPublicName: invalidBody,
  putService: { ...invalidQuery, path: { categoryKey: 'electrician' } },
  deleteService: { ...invalidQuery, path: { categoryKey: 'electrician' } },
  createUploadIntent: invalidBody,
  listUploadIntents: {},
  getUploadIntent: ({ openIntent }) => ({ path: { id: openIntent.id } }),
  deleteUploadIntent: ({ submittedIntentId: id }) => ({ path: { id } }),
  confirmUploadIntent: ({ submittedIntentId: id }) => ({ path: { id } }),
  interruptUploadIntent: ({ submittedIntentId: id }) => ({ path: { id } }),
  retryUploadIntent: ({ submittedIntentId: id }) => ({ path: { id } }),
  listVerificationTimeline: {},
  listWorkspaceClaims: {},
  listWorkspaceEnquiries: {},
  listReviewResponses: {},
  getSubscriptionStatus: {},
  listNotifications: {},
  readNotification: { ...invalidKey, path: { notificationId: absentId } },
  readAllNotifications: invalidBody,
  ...paymentRequests,
  ...webhookRequests,
  createDevice: invalidBody,
  deleteDevice: { ...invalidQuery, path: { deviceId: absentId } },
  getNotificationPreferences: {},
  putNotificationPreferences: invalidBody,
  createProvider: invalidBody,
  getProvider: ({ ours }) => ({ path: { providerId: ours.id } }),
  // Only operators send a code of a reason.
  'transitionProvider: close': ({ ours }) => ({
    path: { providerId: ours.id },
    body: { transition: 'close', reason, reasonCode: 'other' },
  }),
  'transitionProvider: publish': ({ ours }) => ({
    path: { providerId: ours.id },
    body: { transition: 'publish', reason },
  }),
  'transitionProvider: reinstate': ({ ours }) => ({
    path: { providerId: ours.id },
    body: { transition: 'reinstate', reason },
  }),
  getProviderMeasure: { path: { measureId: absentId }, ...invalidQuery },
  reviewProviderMeasure: { ...invalidBody, path: { measureId: absentId } },
  createRepresentative: ofOurs(invalidBody),
  listRepresentatives: ({ ours }) => ({ path: { providerId: ours.id } }),
  listRepresentativeContacts: ({ ours }) => ({ path: { providerId: ours.id } }),
  deleteRepresentative: ({ ours, ownerAssignmentId }) => ({
    path: { providerId: ours.id, assignmentId: ownerAssignmentId },
  }),
  patchProvider: ofOurs(invalidBody),
  putProviderCategory: ofOurs({ ...invalidBody, path: { categoryKey: 'plumber' } }),
  deleteProviderCategory: ofOurs({ ...invalidQuery, path: { categoryKey: 'electrician' } }),
  putProviderLocation: ofOurs(invalidBody),
  putServiceAreas: ofOurs(invalidBody),
  getVisitedPremises: ({ workItemId }) => ({ path: { workItemId } }),
  listCaseClaimSubjects: (world) => ({ path: { caseId: world.case.id } }),
  listClaimSubjects: ({ ours }) => ({ path: { providerId: ours.id } }),
  endClaimSubject: ofOurs({ ...invalidBody, path: { subjectId: '019a4922-4c1d-7e0a-9d58-6b0f2ac7e311' } }),
  putProviderAvailability: ofOurs(invalidBody),
  createUploadSession: ofOurs(invalidBody),
  createEvidence: ofOurs(invalidBody),
  listEvidence: ofOurs({}),
  getEvidence: ofOurEvidence({}),
  // Under legal hold, see world.ts.
  deleteEvidence: ofOurEvidence({}),
  replaceEvidence: ofOurEvidence(invalidBody),
  listVerificationCases: ({ ours }) => ({ path: { providerId: ours.id } }),
  geocode: invalidBody,
  suggestPlaces: {},
  reverseGeocode: invalidBody,
  listPublicCategories: {},
  searchProviders: { query: '?category=electrician&latitude=48.8&longitude=2.3' },
  getPublicProvider: { path: { publicProviderId: 'x' } },
  ...customerRequests,
  verifyClaim: invalidBody,
  getClaimQr: { path: { claimId: absentId } },
  getTrustPolicy: {},
  verifyClaims: invalidBody,
  listPublicClaims: { path: { publicProviderId: 'x' } },
  getSignedClaims: { path: { publicProviderId: 'x' } },
  ...caseRequests,
};

export type Request = { method: Method; path: string; options: CallOptions };

const byId = new Map(operations().map((operation) => [operation.id, operation]));

/** Whether it is said here how to send the request of a row. */
export function isAsked(request: string): boolean {
  return request in requests;
}

export function requestFor(request: string, world: World): Request | undefined {
  const operation = byId.get(operationOf(request));
  const entry = requests[request];
  if (!operation || !entry) return undefined;
  const { path = {}, query = '', body, headers } = typeof entry === 'function' ? entry(world) : entry;
  const filled = operation.path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(path[name] ?? ''));
  return {
    method: operation.method as Method,
    path: filled + query,
    options: { ...(body !== undefined && { body }), ...(headers && { headers }) },
  };
}
