import { SourceKind } from '@trust/contracts/catalog/claim-types';
import { ClaimAbout } from '@trust/contracts/claim-about';
import { CheckMethod } from '@trust/contracts/events/catalog';
import { ClaimState } from '@trust/contracts/events/claims';
import { ProviderKind } from '@trust/contracts/events/provider';
import { MediaKind } from '@trust/contracts/events/public-media';
import {
  CatalogKey,
  ClaimId,
  ClaimType,
  ClaimValidUntil,
  DisplayLabel,
  GrantedLimitations,
  PolicyVersion,
  PublicProviderId,
  SelfAssertedName,
} from '@trust/contracts/fields';
import { textsOf } from '@trust/contracts/values/value-list';
import { z } from 'zod';
import { ClaimStatement } from '../../catalog/schema.ts';
import { Freshness } from '../../listing/freshness.ts';
import { Summary } from '../../registration/display-names/schema.ts';
import { GeoJsonPolygon, premisesPlace } from '../../registration/location/schema.ts';
import { Languages, OperatingModel, Website } from '../../registration/providers/schema.ts';

const UnverifiedRequirement = z
  .object({
    key: z.string().meta({ description: 'Key of the requirement.', examples: ['liability-insurance'] }),
    label: DisplayLabel.meta({ examples: [{ en: 'Liability insurance', fr: 'Assurance responsabilité civile' }] }),
  })
  .meta({ id: 'UnverifiedRequirement' });

export const CheckedName = z
  .string()
  .nullable()
  .meta({
    description:
      'The registered name of the business, or the name of the person responsible in the form that they agreed to, as the check confirmed it. The claim is about this name, not about `displayName`. Null for premises, and where the person was erased.',
    examples: ['Martin Électricité SARL'],
  });

/** Nothing self-asserted, nothing about the provider as a whole (docs/domain/claim-card.md 1). */
export const ClaimCard = z
  .object({
    claimId: ClaimId,
    type: ClaimType,
    about: ClaimAbout.nullable().meta({
      description: 'What the claim is about; null for a claim of a check before release 1.',
      examples: ['business'],
    }),
    checkedName: CheckedName,
    categoryKey: CatalogKey,
    statement: ClaimStatement,
    method: CheckMethod.meta({
      description: 'Method of the check that supports the claim.',
      examples: ['document_review'],
    }),
    sourceKind: z.string().meta({
      description: 'Kind of source of the check, such as an official document or a training certificate.',
      examples: ['training_certificate'],
      ...textsOf(SourceKind),
    }),
    checkedOn: z.iso.date().meta({ description: 'Day of the check.', examples: ['2026-11-03'] }),
    validUntil: ClaimValidUntil,
    status: ClaimState.describe(
      'State of the claim today, or at the end of the day `asOf`. A claim past `validUntil` stays `active`: see `freshness`.',
    ),
    freshness: Freshness.describe(
      'How long the claim is still valid, counted from today, or from the end of the day `asOf`.',
    ),
    limitations: GrantedLimitations,
    policyVersion: PolicyVersion,
    notVerified: z.array(UnverifiedRequirement).describe('Requirements of the category without a current claim.'),
  })
  .meta({ id: 'ClaimCard' });

/** With what became of the claim since the day `asOf`. A card of today is the signed one. */
export const ClaimCardOfDay = ClaimCard.extend({
  statusNow: ClaimState.optional().meta({
    description:
      'With `asOf`: state of the claim today. A claim that was `active` on that day may be `revoked` by now. Absent on cards of today.',
    examples: ['revoked'],
  }),
  statusNowOn: z.iso
    .date()
    .optional()
    .meta({
      description: 'With `asOf`: day since which it is in the state `statusNow` (UTC).',
      examples: ['2026-11-20'],
    }),
}).meta({ id: 'ClaimCardOfDay' });

export const ClaimCards = z
  .object({
    publicProviderId: PublicProviderId,
    displayName: SelfAssertedName.nullable().meta({
      description:
        'The name under which the provider worked at the end of that day, as operators had accepted it. Self-asserted; null before the first accepted name.',
    }),
    // A day, not a time, so that unchanged cards keep their ETag.
    asOf: z.iso
      .date()
      .meta({ description: 'Day of the cards (UTC): today, or `asOf` of the request.', examples: ['2026-11-03'] }),
    items: z.array(ClaimCardOfDay).describe('The items of this page, in order.'),
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: 'Pass it as `cursor` to get the next page; null on the last one.', examples: [null] }),
  })
  .meta({ id: 'ClaimCards' });

const seconds = (description: string, example: number) =>
  z
    .number()
    .int()
    .meta({ description, examples: [example] });

export const SignedClaimsPayload = z
  .object({
    iss: z
      .string()
      .meta({ description: 'The platform that signed, as its public URL.', examples: ['https://api.example.com'] }),
    sub: z.string().meta({ description: 'Public identifier of the provider.', examples: ['k7Rq2mXw9TzB4nVd'] }),
    iat: seconds('When it was signed, in seconds since 1970 (UTC).', 1793698200),
    exp: seconds(
      'Until when it is valid, in seconds since 1970: at most 7 days, and never past the end of a claim in it.',
      1794303000,
    ),
    claims: z.array(ClaimCard).meta({ description: 'The cards of current claims.' }),
  })
  .meta({
    id: 'SignedClaimsPayload',
    description:
      'Payload of the compact JWS of `getSignedClaims`. Its header has `alg` `EdDSA`, `typ` `ptp-claims+jwt` and the `kid` of a key in ' +
      '`/.well-known/jwks.json`. Verify the signature, `typ`, `iss` and `exp` before you use it.',
  });

export const identity = {
  publicProviderId: PublicProviderId,
  displayName: SelfAssertedName,
  kind: ProviderKind,
  operatingModel: OperatingModel,
  // Not nullable(): that would make the named schema itself nullable in the contract.
  serviceArea: z
    .union([GeoJsonPolygon, z.null()])
    .describe(
      'The service area as GeoJSON; null if there is none. It is generalised: moved by at most one cell of 2.2 km, and rounded to cells of at least 2.2 km, so that it does not show where the provider lives. Search matches and measures the same area.',
    ),
};

const PublicMediaSize = z
  // Not `z.url()`: it parses each address again, and a search has many.
  .object({
    url: z.string().meta({
      format: 'uri',
      description: 'URL of the image. It is 410 once the image is removed.',
      examples: [
        'https://api.example.com/api/v1/public/media/c1d4f0b39a27e85d6f13a0c7b2e94d58f7061c3ab9d2e4f58071a6c3d9e2b4f7.webp',
      ],
    }),
    width: z
      .number()
      .int()
      .meta({ description: 'Width in pixels.', examples: [960] }),
    height: z
      .number()
      .int()
      .meta({ description: 'Height in pixels.', examples: [720] }),
  })
  .meta({ id: 'PublicMediaSize' });
export const PublicMedia = z
  .object({
    kind: MediaKind.meta({ description: 'What the image is for.', examples: ['work'] }),
    alt: z.string().meta({
      description: 'What the image shows, for people who cannot see it.',
      examples: ['A new distribution board, labelled by room'],
    }),
    sizes: z.array(PublicMediaSize).describe('The same image in three sizes, smallest first.'),
  })
  .meta({ id: 'PublicMedia' });

export const EnquiryAction = z
  .object({
    method: z
      .literal('POST')
      .meta({ description: 'Method of the request.', 'x-values': { POST: { means: 'The only method.' } } }),
    href: z.string().meta({
      format: 'uri',
      description: 'Address of the request. Its body is an `EnquiryCreate` with this provider and `categoryKey`.',
      examples: ['https://api.example.com/api/v1/enquiries'],
    }),
    categoryKey: CatalogKey,
    isOpen: z
      .boolean()
      .describe(
        'Whether the provider takes an enquiry now: it has a current claim in the category, and its availability is not `paused` or `unavailable`.',
      ),
  })
  .meta({ id: 'EnquiryAction' });
export const actions = z
  .object({ enquiry: EnquiryAction.describe('Send an enquiry. An accepted one leads to the recorded interaction.') })
  .meta({ id: 'PublicActions' });

export const PublicProvider = z
  .object({
    ...identity,
    selfAsserted: z
      .object({
        summary: Summary,
        website: Website,
        languages: Languages,
      })
      .describe('Unverified information from the provider.'),
    publicPremises: z.object(premisesPlace).nullable().describe('The public premises; null if there are none.'),
    media: z.array(PublicMedia).describe('Images that operators approved: the profile image first, then the newest.'),
    services: z
      .array(
        z.object({
          categoryKey: CatalogKey,
          label: DisplayLabel,
          hasCurrentClaim: z
            .boolean()
            .describe(
              'Whether the provider has a current claim in the category. Without one it takes no enquiries in it.',
            ),
          notVerified: z.array(UnverifiedRequirement).describe('Requirements of the category without a current claim.'),
          actions: actions.describe('What a customer can do, in this category.'),
        }),
      )
      .describe('Services that the provider offers, with the requirements that are not verified.'),
  })
  .meta({ id: 'PublicProvider' });

export const PublicProviderParams = z.object({
  publicProviderId: PublicProviderId.max(64).meta({ description: 'Public identifier of the provider.' }),
});
