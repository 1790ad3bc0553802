import { checkMethods } from '@trust/contracts/events/provider';
import { z } from 'zod';
import { tokenFaults } from '../../claim-token.ts';
import { ClaimCard } from '../public-providers/schema.ts';

/** `unknown`: the platform does not confirm it today, whatever the reason (ADR 0064). */
export const claimStatuses = ['valid', 'expired', 'suspended', 'superseded', 'revoked', 'unknown'] as const;
const status = z.enum(claimStatuses);

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
      }),
    claimId: z.uuid().optional().meta({ description: 'Identifier of one claim. Either this or `token`.' }),
  })
  .meta({ id: 'ClaimVerify' });

export const VerifiedClaim = z
  .object({
    claimId: z.uuid().meta({ description: 'Identifier of the claim.' }),
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
    fault: z
      .enum(tokenFaults)
      .nullable()
      .meta({ description: 'Why the token proves nothing; null if it is authentic.' }),
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
      .meta({ description: 'Until when it is valid; null if it is not authentic.' }),
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
  method: z.enum(checkMethods).meta({ description: 'Method of the check that you expect.' }),
  validUntil: z.iso.datetime().meta({ description: 'End of validity that you expect.' }),
  policyVersion: z
    .string()
    .max(40)
    .meta({ description: 'Policy version that you expect.', examples: ['2026-11'] }),
};
export const mismatches = [
  'status_differs',
  'provider_differs',
  'type_differs',
  'category_differs',
  'method_differs',
  'valid_until_differs',
  'policy_version_differs',
] as const;

const BatchItem = z
  .strictObject({
    claimId: z.uuid().optional().meta({ description: 'Identifier of the claim. Either this or provider and type.' }),
    publicProviderId: expected.publicProviderId
      .optional()
      .meta({ description: 'Public identifier of the provider.', examples: ['k7Rq2mXw9TzB4nVd'] }),
    type: expected.type.optional().meta({ description: 'Claim type.', examples: ['liability_insurance'] }),
    categoryKey: expected.categoryKey.optional().meta({
      description: 'Category, if the provider may have the claim type in several.',
      examples: ['electrician'],
    }),
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
            claimId: z.uuid().nullable().meta({ description: 'Identifier of the claim; null if no claim matches.' }),
            validUntil: z.iso.datetime().nullable().meta({ description: 'End of its validity; null if unknown.' }),
            changedAt: z.iso
              .datetime()
              .nullable()
              .meta({ description: 'Since when the claim has its state; null if unknown.' }),
            supersedingClaimId: z
              .uuid()
              .nullable()
              .meta({ description: 'The later claim, if the claim was superseded.' }),
            mismatches: z
              .array(z.enum(mismatches))
              .meta({ description: 'What differs from `expected`. Empty for an unknown claim, but for its status.' }),
          })
          .meta({ id: 'ClaimVerificationItem' }),
      )
      .meta({ description: 'One result for each item, in the order of the request.' }),
  })
  .meta({ id: 'ClaimVerifications' });
