import { singleLine } from '@trust/contracts/free-text';
import { Page } from '@trust/contracts/page';
import { z } from 'zod';
import { Transport } from '../../sessions/schema.ts';

/** WebAuthn, section 5.1: binary fields are base64url in JSON. */
const binary = (maxBytes: number) =>
  z
    .string()
    .min(1)
    .max(Math.ceil((maxBytes * 4) / 3))
    .regex(/^[\w-]+$/);

const Binary = z.string();

const credential = {
  id: binary(1023),
  rawId: binary(1023),
  type: z.literal('public-key'),
  clientExtensionResults: z
    .record(z.string().max(100), z.unknown())
    .optional()
    .meta({ examples: [{ credProps: { rk: true } }] }),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
};

const PasskeyAssertion = z
  .strictObject({
    ...credential,
    response: z.strictObject({
      clientDataJSON: binary(4096),
      authenticatorData: binary(4096),
      signature: binary(8192),
      userHandle: binary(64).optional(),
    }),
  })
  .meta({ id: 'PasskeyAssertion' });
export type PasskeyAssertion = z.output<typeof PasskeyAssertion>;

const PasskeyAttestation = z
  .strictObject({
    ...credential,
    response: z.strictObject({
      clientDataJSON: binary(4096),
      attestationObject: binary(16_384),
      authenticatorData: binary(16_384).optional(),
      publicKey: binary(8192).optional(),
      publicKeyAlgorithm: z.int().optional(),
      transports: z
        .array(
          z
            .string()
            .max(40)
            .meta({ examples: ['internal'] }),
        )
        .max(10)
        .optional(),
    }),
  })
  .meta({ id: 'PasskeyAttestation' });
export type PasskeyAttestation = z.output<typeof PasskeyAttestation>;

const CredentialReference = z.object({ type: z.literal('public-key'), id: Binary });

const Ceremony = z.object({ challengeId: z.uuid(), expiresAt: z.iso.datetime() });

export const PasskeyChallenge = Ceremony.extend({
  publicKey: z
    .object({ challenge: Binary, rpId: z.string(), timeout: z.int(), userVerification: z.literal('required') })
    .meta({ id: 'PasskeyRequestOptions' }),
}).meta({ id: 'PasskeyChallenge' });

export const PasskeyVerify = z
  .strictObject({
    challengeId: z.uuid(),
    credential: PasskeyAssertion,
    sessionLabel: singleLine(1, 80).optional(),
    transport: Transport.optional(),
  })
  .meta({ id: 'PasskeyVerify' });

export const RegistrationStart = z
  .strictObject({ enrolmentToken: z.string().min(1).max(200).optional() })
  .meta({ id: 'PasskeyRegistrationStart' });

export const RegistrationChallenge = Ceremony.extend({
  publicKey: z
    .object({
      challenge: Binary,
      rp: z.object({ id: z.string(), name: z.string() }),
      user: z.object({ id: Binary, name: z.string(), displayName: z.string() }),
      pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
      excludeCredentials: z.array(CredentialReference),
      authenticatorSelection: z.object({
        residentKey: z.literal('required'),
        requireResidentKey: z.literal(true),
        userVerification: z.literal('required'),
      }),
      attestation: z.literal('none'),
      timeout: z.int(),
    })
    .meta({ id: 'PasskeyCreationOptions' }),
}).meta({ id: 'PasskeyRegistrationChallenge' });

export const PasskeyCreate = z
  .strictObject({ challengeId: z.uuid(), credential: PasskeyAttestation, name: singleLine(1, 80).optional() })
  .meta({ id: 'PasskeyCreate' });

export const Passkey = z
  .object({
    id: z.uuid(),
    name: z.string(),
    synced: z.boolean(),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.output<typeof Passkey>;

export const PasskeyPage = Page(Passkey).meta({ id: 'PasskeyPage' });
