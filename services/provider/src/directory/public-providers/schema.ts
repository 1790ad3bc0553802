import { mediaKinds } from '@trust/contracts/events/evidence';
import { LocalisedText } from '@trust/contracts/localised-text';
import { z } from 'zod';
import { limitations } from '../../catalog/schema.ts';
import { GeoJsonPolygon } from '../../registration/location/schema.ts';

export const operatingModel = z.enum(['travels', 'premises', 'remote']);
export const freshness = z.enum(['fresh', 'due', 'expired']);

const UnverifiedRequirement = z.object({ key: z.string(), label: LocalisedText }).meta({ id: 'UnverifiedRequirement' });

/** Contract §5: nothing self-asserted, nothing about the provider as a whole. */
export const ClaimCard = z
  .object({
    claimId: z.uuid(),
    type: z.string(),
    categoryKey: z.string(),
    statement: LocalisedText,
    method: z.enum(['document_review', 'register_check', 'field_visit']),
    sourceKind: z.string(),
    checkedOn: z.iso.date(),
    validUntil: z.iso.datetime(),
    status: z.enum(['active', 'suspended', 'revoked', 'superseded']),
    freshness,
    ...limitations,
    policyVersion: z.string(),
    notVerified: z.array(UnverifiedRequirement),
  })
  .meta({ id: 'ClaimCard' });

export const ClaimCards = z
  .object({
    publicProviderId: z.string(),
    /** A day, not a time, so that unchanged cards keep their ETag. */
    asOf: z.iso.date(),
    items: z.array(ClaimCard),
    nextCursor: z.string().nullable(),
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
    iat: seconds('When it was signed, in seconds since 1970.', 1793698200),
    exp: seconds('Until when it is valid, in seconds since 1970: at most 7 days, and never past a claim.', 1794303000),
    claims: z.array(ClaimCard).meta({ description: 'The claim cards.' }),
  })
  .meta({
    id: 'SignedClaimsPayload',
    description:
      'Payload of the compact JWS that `Accept: application/jwt` gets. Its header has `alg` `EdDSA`, `typ` `ptp-claims+jwt` and the `kid` of a key in ' +
      '`/.well-known/jwks.json`. Verify the signature, `typ`, `iss` and `exp` before you use it.',
  });

export const identity = {
  publicProviderId: z.string(),
  displayName: z.string(),
  kind: z.enum(['individual', 'organisation']),
  operatingModel,
  // Not nullable(): that would make the named schema itself nullable in the contract.
  serviceArea: z.union([GeoJsonPolygon, z.null()]),
};

const PublicMediaSize = z
  // Not `z.url()`: it parses each address again, and a search has many.
  .object({ url: z.string().meta({ format: 'uri' }), width: z.number().int(), height: z.number().int() })
  .meta({ id: 'PublicMediaSize' });
export const PublicMedia = z
  .object({ kind: z.enum(mediaKinds), alt: z.string(), sizes: z.array(PublicMediaSize) })
  .meta({ id: 'PublicMedia' });

export const EnquiryAction = z
  .object({
    method: z.literal('POST'),
    href: z.string().meta({ format: 'uri' }),
    categoryKey: z.string(),
    isOpen: z.boolean(),
  })
  .meta({ id: 'EnquiryAction' });
export const actions = z.object({ enquiry: EnquiryAction }).meta({ id: 'PublicActions' });

export const PublicProvider = z
  .object({
    ...identity,
    selfAsserted: z.object({
      summary: z.string().nullable(),
      website: z.string().nullable(),
      languages: z.array(z.string()),
    }),
    publicPremises: z
      .object({ latitude: z.number(), longitude: z.number(), addressLabel: z.string().nullable() })
      .nullable(),
    media: z.array(PublicMedia),
    services: z.array(
      z.object({ categoryKey: z.string(), label: LocalisedText, notVerified: z.array(UnverifiedRequirement), actions }),
    ),
  })
  .meta({ id: 'PublicProvider' });

export const PublicProviderId = z.object({ publicProviderId: z.string().max(64) });
