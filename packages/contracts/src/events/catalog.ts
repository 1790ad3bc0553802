import { z } from 'zod';
import { ClaimAbout } from '../claim-about.ts';
import { DocumentMediaType, documentSizeBytes } from '../document.ts';
import { aggregate, event, snapshotOf } from '../event.ts';
import { CatalogKey, ClaimType, PolicyVersion, RequirementVersionId } from '../fields.ts';
import { valueList } from '../values/value-list.ts';

export const CheckMethod = valueList('checkMethod', {
  document_review: {
    en: 'Document review',
    fr: 'Examen de document',
    means: { en: 'A document was reviewed.', fr: 'Un document a été examiné.' },
  },
  register_check: {
    en: 'Register check',
    fr: 'Consultation d’un registre',
    means: { en: 'A public register was consulted.', fr: 'Un registre public a été consulté.' },
  },
  field_visit: {
    en: 'Field visit',
    fr: 'Visite sur place',
    means: { en: 'The provider was visited.', fr: 'Une visite a eu lieu chez le prestataire.' },
  },
});

/** Immutable once its version is active. */
export const Requirement = z.strictObject({
  key: z.string().meta({
    description: 'Key of the requirement, unique within its requirement version.',
    examples: ['trade-qualification'],
  }),
  label: z
    .record(z.string(), z.string())
    .meta({ examples: [{ en: 'Electrical qualification', fr: 'Qualification électrique' }] })
    .describe('Display name in every language of the platform.'),
  documentKinds: z
    .array(z.string())
    .min(1)
    .meta({ description: 'Accepted document kinds.', examples: [['trade_certificate', 'vocational_diploma']] }),
  mediaTypes: z
    .array(DocumentMediaType)
    .min(1)
    .meta({
      description: 'Accepted media types.',
      examples: [['application/pdf', 'image/jpeg', 'image/png', 'image/heic']],
    }),
  maxSizeBytes: z
    .number()
    .int()
    .min(documentSizeBytes.min)
    .max(documentSizeBytes.max)
    .meta({ description: 'Maximum size of a document in bytes.', examples: [12582912] }),
  fieldVisit: z.boolean().meta({ description: 'Whether the requirement needs a field visit.', examples: [false] }),
  claim: z
    .strictObject({
      type: ClaimType,
      about: ClaimAbout.optional().meta({
        description: 'What a claim of the type is about: its check confirms that one, and its end ends the claim.',
        examples: ['person'],
      }),
      statement: z.record(z.string(), z.string()).meta({
        description: 'What the claim says, in every language of the platform.',
        examples: [
          {
            en: 'The person responsible holds a recognised qualification for low-voltage electrical installation.',
            fr: 'La personne responsable détient une qualification reconnue pour les installations électriques basse tension.',
          },
        ],
      }),
      methods: z
        .array(CheckMethod)
        .min(1)
        .meta({
          description: 'Methods of checks that can support the claim. The claim card names the method used.',
          examples: [['document_review']],
        }),
      sourceKind: z.string().meta({
        description: 'Kind of source of the check, such as a document or a register.',
        examples: ['training_certificate'],
      }),
      /** Never empty: every claim states its limitations. */
      limitations: z
        .array(z.string())
        .min(1)
        .meta({
          description: 'What the claim does not cover. Never empty on a claim.',
          examples: [['Does not cover high-voltage work.', 'Says nothing of the quality of any single job.']],
        }),
      validityDays: z
        .number()
        .int()
        .min(1)
        .max(365)
        .meta({ description: 'Validity of a claim in days from its decision, at most 365.', examples: [365] }),
    })
    .describe('The claim that the requirement can support.'),
});
export type Requirement = z.output<typeof Requirement>;

export const requirementVersionActivated = event(
  'provider.requirement-version.activated.v1',
  'A new requirement version of a category came into force.',
  {
    requirementVersionId: RequirementVersionId,
    categoryKey: CatalogKey,
    categoryLabel: z.record(z.string(), z.string()).meta({
      description: 'Name of the category in every language.',
      examples: [{ en: 'Electrician', fr: 'Électricien' }],
    }),
    number: z
      .number()
      .int()
      .meta({ description: 'Number of the version, from 1.', examples: [1] }),
    policyVersion: PolicyVersion,
    requirements: z.array(Requirement).describe('The requirements of the version.'),
    /** The claims of the version can name these limitations. */
    limitationTexts: z
      .array(
        z.object({
          en: z.string().describe('The limitation in English, as a claim names it.'),
          fr: z.string().describe('The limitation in French.'),
        }),
      )
      .optional()
      .meta({
        description: 'The limitations in every language of the platform.',
        examples: [
          [
            { en: 'Does not cover high-voltage work.', fr: 'Ne couvre pas les travaux en haute tension.' },
            {
              en: 'Says nothing of the quality of any single job.',
              fr: 'Ne dit rien de la qualité d’un chantier en particulier.',
            },
          ],
        ],
      }),
    activatedAt: z.iso.datetime().describe('When the version came into force.'),
  },
  aggregate('category', ({ categoryKey }) => categoryKey),
);

export const requirementVersionSnapshot = snapshotOf(requirementVersionActivated);
