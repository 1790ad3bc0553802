import { ProviderKind } from '@trust/contracts/events/provider';
import { ClaimId, DisplayLabel, SelfAssertedName } from '@trust/contracts/fields';
import { exactlyOne } from '@trust/contracts/values/exactly-one';
import { valueList } from '@trust/contracts/values/value-list';
import { z } from 'zod';
import { TokenFault } from '../../claim-token.ts';
import { premisesPlace } from '../../registration/location/schema.ts';
import { CheckedName, ClaimCard, PublicMedia } from '../public-providers/schema.ts';

/** `unknown` gives no reason, so that it discloses nothing (docs/domain/claim-card.md 13). */
export const ClaimStatus = valueList('verifiedClaimStatus', {
  valid: { en: 'Valid today', fr: 'Valable aujourd’hui', means: 'In force today.' },
  expired: { en: 'Expired', fr: 'Expirée', means: 'Past `validUntil`, or the token is past `exp`.' },
  suspended: { en: 'Suspended', fr: 'Suspendue', means: 'Temporarily suspended.' },
  superseded: {
    en: 'Replaced by a newer claim',
    fr: 'Remplacée par une attestation plus récente',
    means: 'Replaced by a later claim. Final.',
  },
  revoked: { en: 'Revoked', fr: 'Révoquée', means: 'Revoked. Final.' },
  unknown: {
    en: 'Not confirmed',
    fr: 'Non confirmée',
    means: 'Not confirmed: no public card shows the claim, or the token proves nothing.',
  },
});

const StatusReason = valueList('verifiedClaimReason', {
  subject_ended: {
    en: 'What it is about ended',
    fr: 'Ce qu’elle concerne a pris fin',
    means: {
      en: 'The registered name, the person or the premises that the claim is about ended.',
      fr: 'La dénomination, la personne ou les locaux que l’attestation concerne ont pris fin.',
    },
  },
});
export const statusFields = {
  reason: StatusReason.nullable().meta({
    description: 'Why the claim is `suspended`, where that is public; else null.',
    examples: [null],
  }),
  checkedName: CheckedName,
};

/** Below the limit of a body; a token of 25 cards has about 50,000 characters. */
const maxTokenCharacters = 90_000;

const token = z
  .string()
  .min(1)
  .max(maxTokenCharacters)
  .meta({
    description: 'A signed card: the compact JWS of `getSignedClaims`, up to 90,000 characters.',
    examples: ['eyJhbGciOiJFZERTQSIsImtpZCI6Ii4uLiJ9.eyJpc3MiOiIuLi4ifQ.c2lnbmF0dXJl'],
  });

export const ClaimVerify = exactlyOne([z.strictObject({ token }), z.strictObject({ claimId: ClaimId })]).meta({
  id: 'ClaimVerify',
  description: 'Either a token or the id of one claim.',
  examples: [{ claimId: '019a4931-7e90-7a6b-9c52-d84f03b1e7a5' }],
});

export const PresentedProvider = z
  .object({
    displayName: SelfAssertedName,
    kind: ProviderKind,
    // Not nullable(): that would make the named schema itself nullable in the contract.
    image: z
      .union([PublicMedia, z.null()])
      .describe(
        'The approved profile image that the person responsible uploaded, to compare with the person in front of you; null if none.',
      ),
  })
  .meta({ id: 'PresentedProvider' });

export const ClaimedPremises = z
  .object({
    place: z
      .object(premisesPlace)
      .nullable()
      .describe(
        'Where they are, as the profile shows it, to compare with the place where somebody shows the claim; null if the provider does not show these premises now.',
      ),
  })
  .meta({ id: 'ClaimedPremises' });

export const VerifiedClaim = z
  .object({
    claimId: z
      .uuid()
      .meta({ description: 'Identifier of the claim.', examples: ['019a4931-7e90-7a6b-9c52-d84f03b1e7a5'] }),
    status: ClaimStatus.describe('What the platform says of the claim today.'),
    ...statusFields,
    publicProviderId: z
      .string()
      .nullable()
      .meta({
        description: 'Public identifier of the provider; null if no public claim matches.',
        examples: ['k7Rq2mXw9TzB4nVd'],
      }),
    changedAt: z.iso
      .datetime()
      .nullable()
      .describe('When the claim last changed its state; null if no public claim matches.'),
    supersedingClaimId: z
      .uuid()
      .nullable()
      .describe('Identifier of the later claim if the claim was superseded; null otherwise.'),
    // Not nullable(): that would make the named schema itself nullable in the contract.
    card: z.union([ClaimCard, z.null()]).describe('The card that is public today; null if there is none.'),
    categoryLabel: z
      .union([DisplayLabel, z.null()])
      .describe('Name of the category of the claim; null if no public claim matches.'),
    provider: z
      .union([PresentedProvider, z.null()])
      .describe('The provider of the claim, as everybody sees it; null if no public claim matches.'),
    premises: z
      .union([ClaimedPremises, z.null()])
      .optional()
      .describe('The premises that the claim is about; null for a claim about something else.'),
  })
  .meta({ id: 'VerifiedClaim' });

const VerifiedToken = z
  .object({
    fault: TokenFault.nullable().describe('Why the token proves nothing; null if it is authentic.'),
    publicProviderId: z
      .string()
      .nullable()
      .meta({
        description: 'Public identifier of the provider whose cards the token signs; null if it is not authentic.',
        examples: ['k7Rq2mXw9TzB4nVd'],
      }),
    issuedAt: z.iso.datetime().nullable().describe('When the token was signed; null if it is not authentic.'),
    expiresAt: z.iso
      .datetime()
      .nullable()
      .meta({
        description: 'Until when the token is valid; null if it is not authentic.',
        examples: ['2026-11-03T10:30:00.000Z'],
      }),
  })
  .meta({ id: 'VerifiedToken' });

export const ClaimVerification = z
  .object({
    status: ClaimStatus.meta({
      description:
        '`valid` only if the token, if any, is authentic and not expired, and every claim is valid today; else the most serious of their statuses.',
    }),
    checkedAt: z.iso.datetime().describe('When the platform checked the status.'),
    token: z.union([VerifiedToken, z.null()]).describe('What the token proves; null for a request with `claimId`.'),
    claims: z
      .array(VerifiedClaim)
      .describe('The claim, or every claim in the token; empty if the token proves nothing.'),
  })
  .meta({ id: 'ClaimVerification' });
