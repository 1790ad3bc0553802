import { z } from 'zod';
import { KnownClaimType } from './catalog/claim-types.ts';
import { DocumentKind } from './catalog/document-kinds.ts';
import { LocalisedText } from './values/localised-text.ts';
import { textsOf } from './values/value-list.ts';

/** Kinds of fields that several services have: what each is, said once. */

export const ProviderId = z
  .uuid()
  .meta({ description: 'Identifier of the provider.', examples: ['019a4907-6d18-7e52-a2b4-0f3c9be81d77'] });
export const OwnProviderId = z.uuid().meta({
  description: 'Identifier of the provider. A provider that you do not represent returns 404.',
  examples: ['019a4907-6d18-7e52-a2b4-0f3c9be81d77'],
});
export const OccurredAt = z.iso.datetime().describe('When it happened.');
export const RequestedAt = z.iso.datetime().describe('When it was requested.');
export const CatalogKey = z
  .string()
  .meta({ description: 'Key of the category, as in the catalog.', examples: ['electrician'] });
export const CaseId = z
  .uuid()
  .meta({ description: 'Identifier of the verification case.', examples: ['019a490a-58b0-7c09-8f6d-3a71e5d2b9c6'] });
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
export const ProviderNameNow = SelfAssertedName.nullable().meta({
  description: 'The name under which the provider works, self-asserted; null while operators refuse it.',
  examples: ['Électricité Martin'],
});
export const EvidenceVersionId = z.uuid().meta({
  description: 'Identifier of the immutable evidence version.',
  examples: ['019a490c-4e68-7d91-a7c3-6b2f10e8d945'],
});
export const WorkItemId = z.uuid().describe('Identifier of the work item.');
export const ReviewId = z.uuid().describe('Identifier of the review.');
export const DutyAssignmentId = z.uuid().meta({
  description: 'Identifier of the assignment of the duty.',
  examples: ['019a490e-7c31-7b52-9d04-5f8a16c2e3b7'],
});
export const OperatorId = z.uuid().describe('Identifier of the operator.');
export const DecisionId = z.uuid().describe('Identifier of the decision.');
export const ClaimType = z
  .string()
  .meta({ description: 'Type of the claim.', examples: ['trade_qualification'], ...textsOf(KnownClaimType) });
export const DocumentKindKey = z
  .string()
  .meta({ description: 'Kind of the document.', examples: ['trade_certificate'], ...textsOf(DocumentKind) });
export const ClaimId = z
  .uuid()
  .meta({ description: 'Identifier of the claim.', examples: ['019a4931-7e90-7a6b-9c52-d84f03b1e7a5'] });
export const RequirementVersionId = z
  .uuid()
  .meta({ description: 'Identifier of the requirement version.', examples: ['019a48ff-0f40-7b26-9d4a-8e51c7f2ab03'] });
export const PersonId = z
  .uuid()
  .meta({ description: 'Identifier of the person.', examples: ['019a4905-2ac0-7a10-8c01-51f0c2a7d3e4'] });
export const EvidenceId = z.uuid().meta({
  description: 'Identifier of the evidence: a document kind of a requirement, with all its versions.',
  examples: ['019a490c-11d0-7f43-b8a6-24d90e7c5f18'],
});
export const MediaId = z.uuid().describe('Identifier of the image.');
export const PolicyVersion = z.string().meta({
  description: 'Version of the verification policy under which the requirements were written.',
  examples: ['2026-11'],
});
export const InteractionId = z.uuid().describe('Identifier of the interaction.');
export const AppealId = z.uuid().describe('Identifier of the appeal.');
export const SessionId = z.uuid().describe('Identifier of the session.');
export const AssignmentId = z
  .uuid()
  .meta({ description: 'Identifier of the assignment.', examples: ['019a4907-9a41-7c3b-8d52-6e1f0b7a9c24'] });
export const EnquiryId = z.uuid().describe('Identifier of the enquiry.');
export const DisputeId = z.uuid().describe('Identifier of the dispute.');
export const ModerationSubjectId = z
  .uuid()
  .describe('Identifier of the review, response, dispute, report or version of a name.');
export const ConfirmedAt = z.iso.datetime().describe('When the version was confirmed.');
export const ClaimValidUntil = z.iso
  .datetime()
  .meta({ description: 'When the claim expires.', examples: ['2027-11-03T00:00:00.000Z'] });

/** What a claim does not cover: in every answer the same type, in requests the words of the operator. */
export const ClaimLimitations = z.array(LocalisedText).meta({
  description:
    'What the claim does not cover, in every language of the platform. A text by a reviewer is repeated untranslated.',
  examples: [
    [
      { en: 'Does not cover high-voltage work.', fr: 'Ne couvre pas les travaux en haute tension.' },
      {
        en: 'Says nothing of the quality of any single job.',
        fr: 'Ne dit rien de la qualité d’un chantier en particulier.',
      },
    ],
  ],
});
/** Of a claim that there is, or could be. */
export const GrantedLimitations = ClaimLimitations.min(1).meta({
  ...ClaimLimitations.meta(),
  description: `${ClaimLimitations.description} Never empty.`,
});
