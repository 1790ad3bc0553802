/** Optional fields that a route rejects beside the other fields of its example. */
export const fieldsWithoutExample = new Set([
  'ClaimVerify.token',
  'ClaimVerifyItem.publicProviderId',
  'ClaimVerifyItem.type',
  'ClaimVerifyItem.categoryKey',
  'OverrideCreate.targetId',
  'OverrideCreate.days',
  'VerificationCaseCreate.requirementKeys',
  'UploadIntentCreate.replacesIntentId',
  'ProviderTransition.reasonCode',
  'DecisionCreate.claimEndReason',
  'AppealDecisionCreate.caseOutcome',
  'AppealDecisionCreate.claims',
]);
