import { requirementLabels } from '@trust/contracts/cases/requirement-labels';
import { SourceKind } from '@trust/contracts/catalog/claim-types';
import { ClaimAbout } from '@trust/contracts/claim-about';
import { CheckMethod, Requirement } from '@trust/contracts/events/catalog';
import { ProviderKind } from '@trust/contracts/events/provider';
import {
  ClaimType,
  DisplayLabel,
  DocumentKindKey,
  GrantedLimitations,
  PolicyVersion,
  RequirementVersionId,
} from '@trust/contracts/fields';
import { LocalisedText } from '@trust/contracts/values/localised-text';
import { textsOf } from '@trust/contracts/values/value-list';
import { z } from 'zod';

export const CategoryKey = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  .max(60)
  .meta({ description: 'Key of the category, as in the catalog.', examples: ['electrician'] });

export const VersionNumber = z
  .number()
  .int()
  .meta({ description: 'Number of the version within its category, from 1.', examples: [1] });

export const ClaimStatement = LocalisedText.meta({
  description: 'What the claim says, in every language of the platform.',
  examples: [
    {
      en: 'The person responsible holds a recognised qualification for low-voltage electrical installation.',
      fr: 'La personne responsable détient une qualification reconnue pour les installations électriques basse tension.',
    },
  ],
});

const requiredText = z.string({ error: 'has no text' }).trim().min(1, 'has no text');
const BilingualText = z.strictObject({ en: requiredText, fr: requiredText });
export type BilingualText = z.output<typeof BilingualText>;

const FileRequirement = Requirement.extend({
  claim: Requirement.shape.claim.extend({ about: ClaimAbout, limitations: z.array(BilingualText).min(1) }),
});

export const CategoryFile = z.strictObject({
  key: CategoryKey,
  label: BilingualText,
  policyVersion: z.string(),
  number: z.number().int().positive(),
  takesEffectOn: z.iso.date().optional(),
  requirements: z.array(FileRequirement).min(2).max(5),
});
export type CategoryFile = z.output<typeof CategoryFile>;

const claimMethods = z
  .array(CheckMethod)
  .min(1)
  .meta({
    description: 'Methods of checks that can support the claim. The claim card names the method used.',
    examples: [['document_review']],
  });

const claimAbout = ClaimAbout.optional().meta({
  description:
    'What the claim is about: the business under its registered name, the person responsible, or the premises. It ends with it. Absent in versions before release 1, whose claims are about the business.',
  examples: ['person'],
});

const CategoryRequirement = z
  .object({
    key: z.string().meta({
      description: 'Key of the requirement, unique within its requirement version.',
      examples: ['trade-qualification'],
    }),
    label: DisplayLabel.meta({ examples: [{ en: 'Electrical qualification', fr: 'Qualification électrique' }] }),
    documentKinds: z.array(DocumentKindKey).meta({
      description: 'Kinds of documents that the requirement accepts.',
      examples: [['trade_certificate', 'vocational_diploma']],
    }),
    ...requirementLabels,
    mediaTypes: z.array(z.string()).meta({
      description: 'Media types of documents that the requirement accepts.',
      examples: [['application/pdf', 'image/jpeg', 'image/png', 'image/heic']],
    }),
    maxSizeBytes: z
      .number()
      .int()
      .meta({ description: 'Maximum size of a document in bytes.', examples: [12582912] }),
    fieldVisit: z.boolean().meta({ description: 'Whether the requirement needs a field visit.', examples: [false] }),
    claim: z
      .object({
        type: ClaimType,
        about: claimAbout,
        statement: ClaimStatement,
        methods: claimMethods,
        sourceKind: z.string().meta({
          description: 'Kind of source of the check, such as an official document or a training certificate.',
          examples: ['training_certificate'],
          ...textsOf(SourceKind),
        }),
        limitations: GrantedLimitations,
        validityDays: z
          .number()
          .int()
          .meta({ description: 'Validity of a claim in days from its decision, at most 365.', examples: [365] }),
      })
      .describe('The claim that the requirement can support.'),
  })
  .meta({ id: 'CategoryRequirement' });

export const Category = z
  .object({
    key: z.string().meta({ description: 'Key of the category.', examples: ['electrician'] }),
    label: DisplayLabel,
    providerKinds: z.array(ProviderKind).meta({
      description:
        'Kinds of providers that can select the category: `organisation` only if a requirement is about the business, because only its check confirms the kind.',
      examples: [['individual', 'organisation']],
    }),
    requirementVersion: z
      .object({
        id: RequirementVersionId,
        number: VersionNumber,
        policyVersion: PolicyVersion,
      })
      .describe('The immutable version of the requirements that applies.'),
    requirements: z
      .array(CategoryRequirement)
      .describe('The requirements of the category, each with the claim that it can support.'),
  })
  .meta({ id: 'Category' });

export const PublicCategory = z
  .object({
    key: z.string().meta({ description: 'Key of the category.', examples: ['electrician'] }),
    label: DisplayLabel,
    claims: z
      .array(
        z.object({
          type: ClaimType,
          about: claimAbout,
          statement: ClaimStatement,
          methods: claimMethods,
          limitations: GrantedLimitations,
        }),
      )
      .describe('Types of claims that providers of this category can have.'),
  })
  .meta({ id: 'PublicCategory' });
