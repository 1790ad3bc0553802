import { Requirement } from '@trust/contracts/events/provider';
import { z } from 'zod';

export const CategoryKey = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  .max(60);

/** Text by language: `en` and `fr` at least. */
export const Label = z.record(z.string(), z.string()).meta({ id: 'Label' });

/** One file of the catalogue: what a category asks for from version `number` on. */
export const CategoryFile = z.strictObject({
  key: CategoryKey,
  label: z.strictObject({ en: z.string(), fr: z.string() }),
  policyVersion: z.string(),
  number: z.number().int().positive(),
  /** Announces the version once it is loaded; it can come into force no earlier. */
  takesEffectOn: z.iso.date().optional(),
  requirements: z.array(Requirement).min(2).max(5),
});
export type CategoryFile = z.output<typeof CategoryFile>;

const CategoryRequirement = z
  .object({
    key: z.string(),
    label: Label,
    documentKinds: z.array(z.string()),
    mediaTypes: z.array(z.string()),
    maxSizeBytes: z.number().int(),
    fieldVisit: z.boolean(),
    claim: z.object({
      type: z.string(),
      statement: Label,
      method: z.enum(['document_review', 'register_check', 'field_visit']),
      sourceKind: z.string(),
      limitations: z.array(z.string()),
      validityDays: z.number().int(),
    }),
  })
  .meta({ id: 'CategoryRequirement' });

export const Category = z
  .object({
    key: z.string(),
    label: Label,
    requirementVersion: z.object({ id: z.uuid(), number: z.number().int(), policyVersion: z.string() }),
    requirements: z.array(CategoryRequirement),
  })
  .meta({ id: 'Category' });

/** What a customer can filter by, and what each claim would and would not mean. */
export const PublicCategory = z
  .object({
    key: z.string(),
    label: Label,
    claims: z.array(
      z.object({
        type: z.string(),
        statement: Label,
        method: z.enum(['document_review', 'register_check', 'field_visit']),
        limitations: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'PublicCategory' });
