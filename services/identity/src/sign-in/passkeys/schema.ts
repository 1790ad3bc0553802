import { Page } from '@trust/contracts/page';
import { singleLine } from '@trust/contracts/values/free-text';
import { valueList } from '@trust/contracts/values/value-list';
import { z } from 'zod';
import { Transport } from '../../sessions/schema.ts';
import { SessionLabel } from '../challenges/schema.ts';

const AuthenticatorAttachment = valueList('authenticatorAttachment', {
  platform: { en: 'Built into the device', fr: 'Intégré à l’appareil', means: 'Part of the device.' },
  'cross-platform': { en: 'Separate device', fr: 'Appareil séparé', means: 'A separate device.' },
});

/** WebAuthn, section 5.1: binary fields are base64url in JSON. */
const binary = (maxBytes: number) =>
  z
    .string()
    .min(1)
    .max(Math.ceil((maxBytes * 4) / 3))
    .regex(/^[\w-]+$/);

const Binary = z.string();
const UserVerification = z.literal('required').meta({
  description: 'The authenticator must verify its user.',
  'x-values': { required: { means: 'By PIN, fingerprint or face.' } },
});
const CredentialType = z.literal('public-key').meta({
  description: 'Always `public-key`.',
  'x-values': { 'public-key': { means: 'A key pair; the only type.' } },
});

const credential = {
  id: binary(1023).describe('Credential id.'),
  rawId: binary(1023).describe('The same credential id.'),
  type: CredentialType,
  clientExtensionResults: z
    .record(z.string().max(100), z.unknown())
    .optional()
    .meta({ description: 'Results of extensions. The platform uses none.', examples: [{ credProps: { rk: true } }] }),
  authenticatorAttachment: AuthenticatorAttachment.optional().describe(
    'Whether the authenticator is part of the device. Not used.',
  ),
};

export const PasskeyAssertion = z
  .strictObject({
    ...credential,
    response: z
      .strictObject({
        clientDataJSON: binary(4096).describe('Challenge and origin, as the browser saw them.'),
        authenticatorData: binary(4096).describe('RP id hash, flags and signature counter of the authenticator.'),
        signature: binary(8192).describe('Signature by the private key of the passkey.'),
        userHandle: binary(64).optional().describe('The `user.id` of the registration.'),
      })
      .describe('What the authenticator signed.'),
  })
  .meta({ id: 'PasskeyAssertion' });
export type PasskeyAssertion = z.output<typeof PasskeyAssertion>;

const PasskeyAttestation = z
  .strictObject({
    ...credential,
    response: z
      .strictObject({
        clientDataJSON: binary(4096).describe('Challenge and origin, as the browser saw them.'),
        attestationObject: binary(16_384).describe('Authenticator data with the public key, in CBOR.'),
        authenticatorData: binary(16_384)
          .optional()
          .describe('RP id hash, flags and signature counter of the authenticator.'),
        publicKey: binary(8192).optional().describe('The public key again. Not used: the attestation object has it.'),
        publicKeyAlgorithm: z.int().optional().describe('COSE algorithm of the public key. Not used.'),
        transports: z
          .array(
            z
              .string()
              .max(40)
              .meta({ examples: ['internal'] }),
          )
          .max(10)
          .optional()
          .describe('How browsers reach the authenticator. Not used.'),
      })
      .describe('The new public key, and what the authenticator says about it.'),
  })
  .meta({ id: 'PasskeyAttestation' });
export type PasskeyAttestation = z.output<typeof PasskeyAttestation>;

const CredentialReference = z.object({
  type: CredentialType,
  id: Binary.describe('Credential id.'),
});

const Ceremony = z.object({
  challengeId: z.uuid().describe('Identifier of the challenge, for `POST /auth/passkeys/verify`.'),
  expiresAt: z.iso
    .datetime()
    .meta({ description: 'When the challenge expires, after 5 minutes.', examples: ['2026-11-03T09:35:00.000Z'] }),
});

export const PasskeyChallenge = Ceremony.extend({
  publicKey: z
    .object({
      challenge: Binary.describe('Random bytes that the passkey signs.'),
      rpId: z.string().describe('The domain that the passkey is bound to.'),
      timeout: z.int().describe('Milliseconds that the browser waits for the person.'),
      userVerification: UserVerification,
    })
    .meta({ id: 'PasskeyRequestOptions' })
    .describe('Options for `navigator.credentials.get()`, as `PublicKeyCredentialRequestOptionsJSON`.'),
}).meta({ id: 'PasskeyChallenge' });

export const PasskeyVerify = z
  .strictObject({
    challengeId: z.uuid().describe('Identifier of the challenge that the passkey signed.'),
    credential: PasskeyAssertion.describe('The assertion: `toJSON()` of what `navigator.credentials.get()` returned.'),
    sessionLabel: SessionLabel,
    transport: Transport.optional().describe(
      'How the client gets the session: `bearer` by default, `cookie` for a portal.',
    ),
  })
  .meta({ id: 'PasskeyVerify' });

export const RegistrationStart = z
  .strictObject({
    enrolmentToken: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe(
        'Token for the first passkey, from an administrator (`npm run operators -- enrol`). It works once, for 30 minutes.',
      ),
  })
  .meta({ id: 'PasskeyRegistrationStart' });

export const RegistrationChallenge = Ceremony.extend({
  challengeId: z.uuid().describe('Identifier of the challenge, for `POST /account/passkeys`.'),
  publicKey: z
    .object({
      challenge: Binary.describe('Random bytes that the authenticator includes in its response.'),
      rp: z
        .object({
          id: z.string().describe('The domain that the passkey will be bound to.'),
          name: z.string().describe('Name of the platform.'),
        })
        .describe('The platform.'),
      user: z
        .object({
          id: Binary.describe('User handle, which names nobody outside the platform.'),
          name: z.string().describe('A contact point of the person, to tell accounts apart.'),
          displayName: z.string().meta({
            description: 'The display name of the person, or the same contact point.',
            examples: ['Anna Martin'],
          }),
        })
        .describe('The person, as the authenticator shows them.'),
      pubKeyCredParams: z
        .array(
          z.object({
            type: CredentialType,
            alg: z.int().describe('COSE algorithm: -8 EdDSA, -7 ES256, -257 RS256.'),
          }),
        )
        .describe('Accepted algorithms, preferred first.'),
      excludeCredentials: z
        .array(CredentialReference)
        .describe('Passkeys of the person, which the authenticator must not register again.'),
      authenticatorSelection: z
        .object({
          residentKey: z.literal('required').meta({
            description: 'The authenticator must store the passkey, so that a sign-in names nobody.',
            'x-values': { required: { means: 'Stored on the authenticator.' } },
          }),
          requireResidentKey: z.literal(true).meta({
            description: 'The same as `residentKey`, for older browsers.',
            'x-values': { true: { means: 'Stored on the authenticator.' } },
          }),
          userVerification: UserVerification,
        })
        .describe('What the authenticator must be able to do.'),
      attestation: z.literal('none').meta({
        description: 'The platform does not ask for the make of the authenticator.',
        'x-values': { none: { means: 'No certificates.' } },
      }),
      timeout: z.int().describe('Milliseconds that the browser waits for the person.'),
    })
    .meta({ id: 'PasskeyCreationOptions' })
    .describe('Options for `navigator.credentials.create()`, as `PublicKeyCredentialCreationOptionsJSON`.'),
}).meta({ id: 'PasskeyRegistrationChallenge' });

export const PasskeyCreate = z
  .strictObject({
    challengeId: z.uuid().describe('Identifier of the challenge that the authenticator answered.'),
    credential: PasskeyAttestation.describe(
      'The attestation: `toJSON()` of what `navigator.credentials.create()` returned.',
    ),
    name: singleLine(1, 80)
      .optional()
      .describe('A name for the passkey in the list, 1 to 80 characters. By default the device of the request.'),
  })
  .meta({ id: 'PasskeyCreate' });

export const Passkey = z
  .object({
    id: z.uuid().describe('Identifier of the passkey on the platform.'),
    name: z.string().describe('The name given at registration; without one the device of that request.'),
    synced: z.boolean().describe('Whether the authenticator can copy the passkey to other devices of the person.'),
    createdAt: z.iso.datetime().describe('When the passkey was registered.'),
    lastUsedAt: z.iso.datetime().nullable().describe('When the passkey last signed in; null before.'),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.output<typeof Passkey>;

export const PasskeyPage = Page(Passkey).meta({ id: 'PasskeyPage' });
