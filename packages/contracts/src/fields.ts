import { z } from 'zod';
import { LocalisedText } from './localised-text.ts';

/** Kinds of fields that several services have: what each is, said once. */

export const ProviderId = z.uuid().describe('Identifier of the provider.');
export const OwnProviderId = z
  .uuid()
  .describe('Identifier of the provider. A provider that you do not represent returns 404.');
export const OccurredAt = z.iso.datetime().describe('When it happened.');
export const RequestedAt = z.iso.datetime().describe('When it was requested.');
export const CatalogKey = z
  .string()
  .meta({ description: 'Key of the category, as in the catalog.', examples: ['electrician'] });
export const CaseId = z.uuid().describe('Identifier of the verification case.');
export const RequirementKey = z.string().meta({
  description: 'Key of the requirement that the document or check is for.',
  examples: ['trade-qualification'],
});
export const DisplayLabel = LocalisedText.meta({
  description: 'Display name in every language of the platform.',
  examples: [{ en: 'Electrician', fr: 'Électricien' }],
});
export const PublicProviderId = z.string().meta({
  description: 'Random public identifier of the provider. It does not reveal when the provider registered.',
  examples: ['k7Rq2mXw9TzB4nVd'],
});
export const SelfAssertedName = z.string().meta({
  description: 'The name under which the provider works, 2 to 120 characters. Self-asserted.',
  examples: ['Électricité Martin'],
});
export const EvidenceVersionId = z.uuid().describe('Identifier of the immutable evidence version.');
export const WorkItemId = z.uuid().describe('Identifier of the work item.');
export const ReviewId = z.uuid().describe('Identifier of the review.');
export const OperatorId = z.uuid().describe('Identifier of the operator.');
export const DecisionId = z.uuid().describe('Identifier of the decision.');
export const ClaimType = z.string().meta({ description: 'Type of the claim.', examples: ['trade_qualification'] });
export const ClaimId = z.uuid().describe('Identifier of the claim.');
export const RequirementVersionId = z.uuid().describe('Identifier of the requirement version.');
export const PersonId = z.uuid().describe('Identifier of the person.');
export const EvidenceId = z
  .uuid()
  .describe('Identifier of the evidence: a document kind of a requirement, with all its versions.');
export const MediaId = z.uuid().describe('Identifier of the image.');
export const PolicyVersion = z.string().meta({
  description: 'Version of the verification policy under which the requirements were written.',
  examples: ['2026-11'],
});
export const InteractionId = z.uuid().describe('Identifier of the interaction.');
export const AppealId = z.uuid().describe('Identifier of the appeal.');
export const SessionId = z.uuid().describe('Identifier of the session.');
export const AssignmentId = z.uuid().describe('Identifier of the assignment.');
export const EnquiryId = z.uuid().describe('Identifier of the enquiry.');
export const DisputeId = z.uuid().describe('Identifier of the dispute.');
export const ModerationSubjectId = z.uuid().describe('Identifier of the review, response, dispute or report.');
export const ConfirmedAt = z.iso.datetime().describe('When the version was confirmed.');
export const ClaimValidUntil = z.iso.datetime().describe('When the claim expires.');
