import { CheckMethod } from '@trust/contracts/events/catalog';
import { ClaimId } from '@trust/contracts/fields';
import { exactlyOne } from '@trust/contracts/values/exactly-one';
import { valueList } from '@trust/contracts/values/value-list';
import { z } from 'zod';
import { ClaimStatus, statusFields } from './schema.ts';

const expected = {
  status: ClaimStatus.describe('Status that you expect.'),
  publicProviderId: z
    .string()
    .max(64)
    .meta({
      description: 'Public identifier of the provider that you expect, up to 64 characters.',
      examples: ['k7Rq2mXw9TzB4nVd'],
    }),
  type: z
    .string()
    .max(60)
    .meta({
      description: 'Type of the claim that you expect, up to 60 characters.',
      examples: ['liability_insurance'],
    }),
  categoryKey: z
    .string()
    .max(60)
    .meta({ description: 'Key of the category that you expect, up to 60 characters.', examples: ['electrician'] }),
  method: CheckMethod.meta({ description: 'Method of the check that you expect.', examples: ['document_review'] }),
  validUntil: z.iso
    .datetime()
    .meta({ description: 'End of validity that you expect.', examples: ['2027-11-03T00:00:00.000Z'] }),
  policyVersion: z
    .string()
    .max(40)
    .meta({ description: 'Policy version that you expect, up to 40 characters.', examples: ['2026-11'] }),
};
export const Mismatch = valueList('claimMismatch', {
  status_differs: { en: 'Other status', fr: 'Autre statut', means: 'The claim has another status.' },
  provider_differs: { en: 'Other provider', fr: 'Autre prestataire', means: 'The claim belongs to another provider.' },
  type_differs: { en: 'Other type', fr: 'Autre type', means: 'The claim has another type.' },
  category_differs: { en: 'Other category', fr: 'Autre catégorie', means: 'The claim belongs to another category.' },
  method_differs: { en: 'Other method', fr: 'Autre méthode', means: 'The check had another method.' },
  valid_until_differs: {
    en: 'Other end of validity',
    fr: 'Autre fin de validité',
    means: 'The validity ends at another time.',
  },
  policy_version_differs: {
    en: 'Other policy version',
    fr: 'Autre version de la politique',
    means: 'The claim was granted under another policy version.',
  },
});

const compared = {
  expected: z
    .strictObject(expected)
    .partial()
    .optional()
    .describe('What you have stored of the claim, to be compared. Fields that you leave out are not compared.'),
};

const BatchItem = exactlyOne([
  z.strictObject({ claimId: ClaimId, ...compared }),
  z.strictObject({
    publicProviderId: expected.publicProviderId.meta({
      description: 'Public identifier of the provider, up to 64 characters.',
      examples: ['k7Rq2mXw9TzB4nVd'],
    }),
    type: expected.type.meta({
      description: 'Type of the claim, up to 60 characters.',
      examples: ['liability_insurance'],
    }),
    categoryKey: expected.categoryKey.optional().meta({
      description: 'Key of the category, if the provider may have the claim type in several.',
      examples: ['electrician'],
    }),
    ...compared,
  }),
]).meta({
  id: 'ClaimVerifyItem',
  description: 'Names a claim by its id, or by provider and type.',
  examples: [
    {
      claimId: '019a4931-7e90-7a6b-9c52-d84f03b1e7a5',
      expected: { status: 'valid', type: 'liability_insurance', validUntil: '2027-11-03T00:00:00.000Z' },
    },
  ],
});

export const ClaimVerifyBatch = z
  .strictObject({
    items: z.array(BatchItem).min(1).max(100).describe('The claims to verify: 1 to 100.'),
  })
  .meta({ id: 'ClaimVerifyBatch' });

export const ClaimVerifications = z
  .object({
    checkedAt: z.iso.datetime().describe('When the platform checked the status.'),
    items: z
      .array(
        z
          .object({
            status: ClaimStatus.describe('What the platform says of the claim today.'),
            ...statusFields,
            claimId: z
              .uuid()
              .nullable()
              .meta({
                description: 'Identifier of the claim; null if no public claim matches.',
                examples: ['019a4931-7e90-7a6b-9c52-d84f03b1e7a5'],
              }),
            validUntil: z.iso
              .datetime()
              .nullable()
              .meta({
                description: 'When the claim expires; null if no public claim matches.',
                examples: ['2027-11-03T00:00:00.000Z'],
              }),
            changedAt: z.iso
              .datetime()
              .nullable()
              .describe('When the claim last changed its state; null if no public claim matches.'),
            supersedingClaimId: z
              .uuid()
              .nullable()
              .describe('Identifier of the later claim if the claim was superseded; null otherwise.'),
            mismatches: z
              .array(Mismatch)
              .describe('What differs from `expected`. Of an unknown claim only the status is compared.'),
          })
          .meta({ id: 'ClaimVerificationItem' }),
      )
      .describe('One result for each item, in the order of the request.'),
  })
  .meta({ id: 'ClaimVerifications' });
