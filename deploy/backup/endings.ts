/** An entry of the audit log. */
export type Entry = {
  at: Date;
  service: string;
  /** Null for a command, a schedule or an event. */
  actorId: string | null;
  action: string;
  objectType: string;
  objectId: string | null;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
};

type Ending = {
  /** If no route repeats it. */
  command?: (entry: Entry) => string;
  endsNothing?: (entry: Entry) => boolean;
};

const first = {
  rotateSigningKey: { command: () => 'npm run keys -- rotate --now' },
  retireSigningKey: {
    command: ({ objectId, after }) =>
      `npm run keys -- retire ${objectId}${after.isCompromised ? ' --compromised' : ''}`,
  },
} satisfies Record<string, Ending>;

/** Until they are repeated, a stolen key signs. */
export const isListedFirst = (action: string) => action in first;

/** By these actions something ends, is withheld, is hidden, gets into other hands or replaces a public text. */
export const endings: Record<string, Ending> = {
  ...first,
  // Roles, credentials and people
  revokeRole: { command: () => 'npm run operators -- revoke <email or phone> <role>' },
  revokePasskeys: { command: () => 'npm run operators -- revoke-passkeys <email or phone>' },
  placeLegalHold: { command: ({ objectId }) => `npm run holds -- place ${objectId} <reason>` },
  liftLegalHold: { command: ({ objectId }) => `npm run holds -- lift ${objectId}` },
  createRoleApproval: {},
  deleteOperatorRole: {},
  deletePasskey: {},
  deleteContactPoint: {},
  deleteDevice: {},
  putAccountProfile: {},
  putNotificationPreferences: {},
  acceptInvitation: {},
  declineInvitation: {},
  createInvitationDecision: {},
  // Providers: state, names, places, people
  transitionProvider: {
    endsNothing: ({ after }) => ['publish', 'reinstate', 'release'].includes(String(after.transition)),
  },
  patchProvider: {},
  patchProfile: {},
  putRegisteredName: {},
  putPublicName: {},
  putLocation: {},
  putProviderLocation: {},
  putServiceAreas: {},
  putAvailability: { endsNothing: isAvailable },
  putProviderAvailability: { endsNothing: isAvailable },
  putResponsiblePerson: {},
  acceptPersonNaming: {},
  deletePersonNaming: {},
  endClaimSubject: {},
  createRepresentative: {},
  deleteRepresentative: {},
  deleteService: {},
  deleteProviderCategory: {},
  deleteMedia: {},
  activateRequirementVersion: { command: () => 'npm run catalog -- activate <file>' },
  // Evidence
  deleteUploadIntent: {},
  deleteEvidence: {},
  replaceEvidence: {},
  withdrawEvidence: {},
  deleteReviewGrant: {},
  // Customers and payments
  putReviewResponse: {},
  deleteReviewResponse: {},
  createReviewFlag: {},
  createReviewResponseFlag: {},
  withdrawReview: {},
  withdrawDispute: {},
  declineEnquiry: {},
  closeEnquiry: {},
  putCustomerBlock: {},
  cancelPaymentIntent: {},
  // Cases and claims
  assignVerificationCase: { endsNothing: hadNoAssignee },
  assignOperationsCase: { endsNothing: hadNoAssignee },
  releaseVerificationCase: {},
  startReview: {},
  createCorrectionRequest: {},
  withdrawCorrectionRequest: {},
  cancelFieldVisit: {},
  createDecision: {},
  withdrawAppeal: {},
  createAppealRecommendation: {},
  createAppealDecision: {},
  withdrawVerificationCase: {},
  makeWayForReview: {},
  suspendClaim: {},
  // Interventions, moderation, field work
  createEmergencyAction: {},
  liftEmergencyAction: {},
  createOverride: {},
  createOverrideApproval: {},
  withdrawOverride: {},
  createIncident: {},
  resolveIncident: {},
  createNameDecision: {},
  createMediaDecision: {},
  createReportDecision: {},
  createReviewDecision: {},
  createReviewResponseDecision: {},
  createDisputeDecision: {},
  cancelFieldWorkItem: {},
  reassignFieldWorkItem: {},
  transitionFieldWorkItem: {},
  discardEvent: { command: () => 'npm run events -- discard <id> --reason <why>' },
};

function isAvailable({ after }: Entry): boolean {
  return after.state === 'available';
}

function hadNoAssignee({ before }: Entry): boolean {
  return before.assigneeId === null;
}

/** If one of these is lost, something is missing, but nothing is valid again that had ended. */
export const endsNothing = [
  // `--finish` repeats erasures and withdrawals, and a restore of identity ends every session.
  ...[
    'deleteAccount',
    'repeatErasure',
    'putConsent',
    'repeatWithdrawal',
    'logout',
    'deleteSession',
    'refreshSession',
    'createStepUp',
  ],
  ...['createChallenge', 'verifyChallenge', 'createPasskeyChallenge', 'verifyPasskey'],
  // Accounts
  ...['createContactPoint', 'verifyContactPoint', 'createDataExport', 'createRegistrationChallenge', 'createPasskey'],
  ...['putAccountWorkspace', 'createDevice', 'readAllNotifications', 'readNotification'],
  ...['createRoleRequest', 'grantRole', 'installApprover', 'restoreApprover', 'enrolOperator', 'nameOperator'],
  ...['unlockSignIn'],
  // Providers
  ...[
    'createProvider',
    'createMedia',
    'confirmMedia',
    'putService',
    'putProviderCategory',
    'geocode',
    'reverseGeocode',
  ],
  ...['loadRequirementVersion'],
  // Evidence
  ...['createUploadIntent', 'confirmUploadIntent', 'interruptUploadIntent', 'retryUploadIntent', 'putUploadPart'],
  ...['createUploadSession', 'createEvidence', 'createReviewGrant'],
  // Customers and payments
  ...['createEnquiry', 'acceptEnquiry', 'createEnquiryMessage', 'handOffContact', 'createReview', 'createReviewAppeal'],
  ...['deleteCustomerBlock'],
  ...['createDispute', 'createDisputeStatement', 'createDisputeAppeal', 'createProviderReport', 'createPaymentIntent'],
  ...['verifyClaim', 'verifyClaims'],
  // Cases
  ...['createVerificationCase', 'createCheck', 'createRecommendation', 'createFieldVisit'],
  ...['createAppeal', 'createAppealCheck'],
  // Operations: what remains of it is in the work queue
  ...['reviewEmergencyAction', 'startIncident', 'reviewPossibleDuplicate', 'reviewProviderMeasure'],
  ...['createEscalation', 'startEscalation', 'resolveEscalation'],
  ...['createFieldWorkItem', 'createFieldPhoto', 'confirmFieldPhoto', 'createFieldSubmission'],
  ...['claimNextTriageItem', 'claimTriageItem', 'assignTriageItem', 'releaseTriageItem', 'createTriageNote'],
  ...['snoozeTriageItem', 'liftTriageSnooze', 'putSavedView', 'deleteSavedView'],
  // Others send it again, or reconciliation finds it
  ...['receivePaymentWebhook', 'receiveStorageWebhook', 'receiveTwilioWebhook', 'receiveWhatsappWebhook'],
  ...['redriveDelivery', 'settlePayments', 'recordDifference', 'applyProviderPayment', 'onPaymentDifferenceFound'],
  // Events and schedules repeat it; what caused it is listed
  ...['applyEmergencyAction', 'applyMediaDecision', 'applyOverride', 'holdPublication', 'releasePublication'],
  ...[
    'endAssignment',
    'endFieldWork',
    'requestFieldWork',
    'planFieldVisit',
    'refuseFieldSubmission',
    'loseEvidence',
    'redactEvidence',
  ],
];
