import { CheckMethod } from '@trust/contracts/events/provider';
import { valueList } from '@trust/contracts/value-list';
import { z } from 'zod';
import { TokenFault } from '../../claim-token.ts';
import { ClaimCard } from '../public-providers/schema.ts';

/** `unknown`: the platform does not confirm it today, whatever the reason (ADR 0064). */
export const ClaimStatus = valueList({
  valid: { en: 'Valid', fr: '', means: 'In force today.' },
  expired: { en: 'Expired', fr: '', means: 'Past `validUntil`, or the token is past `exp`.' },
  suspended: { en: 'Suspended', fr: '', means: 'Temporarily suspended.' },
  superseded: { en: 'Superseded', fr: '', means: 'Replaced by a later claim. Final.' },
  revoked: { en: 'Revoked', fr: '', means: 'Revoked. Final.' },
  unknown: { en: 'Unknown', fr: '', means: 'Not confirmed: no public card shows it, or the token proves nothing.' },
});
export const claimStatuses = ClaimStatus.options;
const status = ClaimStatus;

/** Below the limit of a body; a token of 25 cards has about 50,000 characters. */
const maxTokenCharacters = 90_000;

export const ClaimVerify = z
  .strictObject({
    token: z
      .string()
      .min(1)
      .max(maxTokenCharacters)
      .optional()
      .meta({
        description: 'A signed card: the compact JWS that `Accept: application/jwt` gets. Either this or `claimId`.',
        examples: ['eyJhbGciOiJFZERTQSIsImtpZCI6Ii4uLiJ9.eyJpc3MiOiIuLi4ifQ.c2lnbmF0dXJl'],
      })
      .meta({ 'x-no-example': true }),
    claimId: z
      .uuid()
      .optional()
      .meta({ description: 'Identifier of one claim. Either this or `token`.' })
      .meta({ examples: ['019a4931-7e90-7a6b-9c52-d84f03b1e7a5'] }),
  })
  .meta({ id: 'ClaimVerify' });

export const VerifiedClaim = z
  .object({
    claimId: z
      .uuid()
      .meta({ description: 'Identifier of the claim.' })
      .meta({ examples: ['019a4931-7e90-7a6b-9c52-d84f03b1e7a5'] }),
    status: status.meta({ description: 'What the platform says of the claim today.' }),
    publicProviderId: z
      .string()
      .nullable()
      .meta({
        description: 'Public identifier of the provider; null if unknown.',
        examples: ['k7Rq2mXw9TzB4nVd'],
      }),
    changedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Since when the claim has its state; null if unknown.' }),
    supersedingClaimId: z.uuid().nullable().meta({ description: 'The later claim, if the claim was superseded.' }),
    // Not nullable(): that would make the named schema itself nullable in the contract.
    card: z.union([ClaimCard, z.null()]).meta({ description: 'The card that is public today; null if there is none.' }),
  })
  .meta({ id: 'VerifiedClaim' });

const VerifiedToken = z
  .object({
    fault: TokenFault.nullable().meta({ description: 'Why the token proves nothing; null if it is authentic.' }),
    publicProviderId: z
      .string()
      .nullable()
      .meta({
        description: 'Whose cards the token signs; null if it is not authentic.',
        examples: ['k7Rq2mXw9TzB4nVd'],
      }),
    issuedAt: z.iso.datetime().nullable().meta({ description: 'When it was signed; null if it is not authentic.' }),
    expiresAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Until when it is valid; null if it is not authentic.' })
      .meta({ examples: ['2026-11-03T10:30:00.000Z'] }),
  })
  .meta({ id: 'VerifiedToken' });

export const ClaimVerification = z
  .object({
    status: status.meta({
      description:
        '`valid` only if the token, if any, is authentic and not expired, and every claim is valid today; else the most serious of their statuses.',
    }),
    checkedAt: z.iso.datetime().meta({ description: 'When the platform answered.' }),
    token: z.union([VerifiedToken, z.null()]).meta({ description: 'The token; null for a claim id.' }),
    claims: z.array(VerifiedClaim).meta({ description: 'The claim, or every claim in the token.' }),
  })
  .meta({ id: 'ClaimVerification' });

const expected = {
  status: status.meta({ description: 'Status that you expect.' }),
  publicProviderId: z
    .string()
    .max(64)
    .meta({ description: 'Provider that you expect.', examples: ['k7Rq2mXw9TzB4nVd'] }),
  type: z
    .string()
    .max(60)
    .meta({ description: 'Claim type that you expect.', examples: ['liability_insurance'] }),
  categoryKey: z
    .string()
    .max(60)
    .meta({ description: 'Category that you expect.', examples: ['electrician'] }),
  method: CheckMethod.meta({ description: 'Method of the check that you expect.' }).meta({
    examples: ['document_review'],
  }),
  validUntil: z.iso
    .datetime()
    .meta({ description: 'End of validity that you expect.' })
    .meta({ examples: ['2027-11-03T00:00:00.000Z'] }),
  policyVersion: z
    .string()
    .max(40)
    .meta({ description: 'Policy version that you expect.', examples: ['2026-11'] }),
};
export const Mismatche = valueList({
  status_differs: { en: 'Status differs', fr: '', means: 'The claim has another status.' },
  provider_differs: { en: 'Provider differs', fr: '', means: 'The claim belongs to another provider.' },
  type_differs: { en: 'Type differs', fr: '', means: 'The claim has another type.' },
  category_differs: { en: 'Category differs', fr: '', means: 'The claim belongs to another category.' },
  method_differs: { en: 'Method differs', fr: '', means: 'The check had another method.' },
  valid_until_differs: { en: 'Valid until differs', fr: '', means: 'The validity ends at another time.' },
  policy_version_differs: {
    en: 'Policy version differs',
    fr: '',
    means: 'The claim was granted under another policy version.',
  },
});
export const mismatches = Mismatche.options;

const BatchItem = z
  .strictObject({
    claimId: z
      .uuid()
      .optional()
      .meta({ description: 'Identifier of the claim. Either this or provider and type.' })
      .meta({ examples: ['019a4931-7e90-7a6b-9c52-d84f03b1e7a5'] }),
    publicProviderId: expected.publicProviderId
      .optional()
      .meta({ description: 'Public identifier of the provider.', examples: ['k7Rq2mXw9TzB4nVd'] })
      .meta({ 'x-no-example': true }),
    type: expected.type
      .optional()
      .meta({ description: 'Claim type.', examples: ['liability_insurance'] })
      .meta({ 'x-no-example': true }),
    categoryKey: expected.categoryKey
      .optional()
      .meta({
        description: 'Category, if the provider may have the claim type in several.',
        examples: ['electrician'],
      })
      .meta({ 'x-no-example': true }),
    expected: z
      .strictObject(expected)
      .partial()
      .optional()
      .meta({ description: 'What you have stored of the claim, to be compared.' }),
  })
  .meta({ id: 'ClaimVerifyItem' });

export const ClaimVerifyBatch = z
  .strictObject({
    items: z.array(BatchItem).min(1).max(100).meta({ description: 'The claims to verify: 1 to 100.' }),
  })
  .meta({ id: 'ClaimVerifyBatch' });

export const ClaimVerifications = z
  .object({
    checkedAt: z.iso.datetime().meta({ description: 'When the platform answered.' }),
    items: z
      .array(
        z
          .object({
            status: status.meta({ description: 'What the platform says of the claim today.' }),
            claimId: z
              .uuid()
              .nullable()
              .meta({ description: 'Identifier of the claim; null if no claim matches.' })
              .meta({ examples: ['019a4931-7e90-7a6b-9c52-d84f03b1e7a5'] }),
            validUntil: z.iso
              .datetime()
              .nullable()
              .meta({ description: 'End of its validity; null if unknown.' })
              .meta({ examples: ['2027-11-03T00:00:00.000Z'] }),
            changedAt: z.iso
              .datetime()
              .nullable()
              .meta({ description: 'Since when the claim has its state; null if unknown.' }),
            supersedingClaimId: z
              .uuid()
              .nullable()
              .meta({ description: 'The later claim, if the claim was superseded.' }),
            mismatches: z
              .array(Mismatche)
              .meta({ description: 'What differs from `expected`. Empty for an unknown claim, but for its status.' }),
          })
          .meta({ id: 'ClaimVerificationItem' }),
      )
      .meta({ description: 'One result for each item, in the order of the request.' }),
  })
  .meta({ id: 'ClaimVerifications' });
