import { checkMethods, Requirement } from '@trust/contracts/events/provider';
import { LocalisedText } from '@trust/contracts/localised-text';
import { z } from 'zod';

export const CategoryKey = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  .max(60);

const requiredText = z.string({ error: 'has no text' }).trim().min(1, 'has no text');
const BilingualText = z.strictObject({ en: requiredText, fr: requiredText });
export type BilingualText = z.output<typeof BilingualText>;

const FileRequirement = Requirement.extend({
  claim: Requirement.shape.claim.extend({ limitations: z.array(BilingualText).min(1) }),
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

/** `limitations` in the language of the response, `limitationTexts` in both; same order. */
export const limitations = {
  limitations: z.array(z.string()).min(1),
  limitationTexts: z.array(LocalisedText).optional(),
};

const CategoryRequirement = z
  .object({
    key: z.string(),
    label: LocalisedText,
    documentKinds: z.array(z.string()),
    mediaTypes: z.array(z.string()),
    maxSizeBytes: z.number().int(),
    fieldVisit: z.boolean(),
    claim: z.object({
      type: z.string(),
      statement: LocalisedText,
      methods: z.array(z.enum(checkMethods)).min(1),
      sourceKind: z.string(),
      ...limitations,
      validityDays: z.number().int(),
    }),
  })
  .meta({ id: 'CategoryRequirement' });

export const Category = z
  .object({
    key: z.string(),
    label: LocalisedText,
    requirementVersion: z.object({ id: z.uuid(), number: z.number().int(), policyVersion: z.string() }),
    requirements: z.array(CategoryRequirement),
  })
  .meta({ id: 'Category' });

export const PublicCategory = z
  .object({
    key: z.string(),
    label: LocalisedText,
    claims: z.array(
      z.object({
        type: z.string(),
        statement: LocalisedText,
        methods: z.array(z.enum(checkMethods)).min(1),
        ...limitations,
      }),
    ),
  })
  .meta({ id: 'PublicCategory' });
