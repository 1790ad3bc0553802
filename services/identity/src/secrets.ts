import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { SealedInvitation } from '@trust/contracts/events/representatives';
import { contactHashOf } from '@trust/personal-data/contact-hash';
import { createOpener, createSealer } from '@trust/personal-data/sealed-box';
import { listOf, secretOf, valuesOf } from '@trust/service-kit/sealing/secret';
import type { App } from './app.ts';
import { configuredVault, type VaultSettings } from './people/vault.ts';

type Keys = VaultSettings & {
  CODE_PEPPER: string;
  CODE_PEPPER_ACCEPTED?: string | undefined;
  CONTACT_HASH_SECRET: string;
  CONTACT_HASH_SECRET_ACCEPTED?: string | undefined;
  SEAL_PUBLIC_KEY: Record<string, string>;
  INVITATION_PRIVATE_KEY: Record<string, string>;
  INVITATION_PRIVATE_KEY_ACCEPTED?: Record<string, string> | undefined;
};

type Secrets = Pick<
  App,
  | 'newCode'
  | 'newToken'
  | 'hashCode'
  | 'isCode'
  | 'sealCode'
  | 'sealMessage'
  | 'openInvitation'
  | 'vault'
  | 'contactHash'
  | 'acceptedContactHashes'
>;

export async function openSecrets({
  CODE_PEPPER,
  CODE_PEPPER_ACCEPTED,
  CONTACT_HASH_SECRET,
  CONTACT_HASH_SECRET_ACCEPTED,
  SEAL_PUBLIC_KEY,
  INVITATION_PRIVATE_KEY,
  INVITATION_PRIVATE_KEY_ACCEPTED,
  ...vaultSettings
}: Keys): Promise<Secrets> {
  const sealToWebhooks = await createSealer(SEAL_PUBLIC_KEY);
  const seal = (content: object) => sealToWebhooks(JSON.stringify(content));
  const open = await createOpener(INVITATION_PRIVATE_KEY, ...listOf(INVITATION_PRIVATE_KEY_ACCEPTED));
  const peppers = valuesOf(secretOf(CODE_PEPPER, CODE_PEPPER_ACCEPTED));
  return {
    newCode: () => String(randomInt(1_000_000)).padStart(6, '0'),
    newToken: () => randomBytes(32).toString('base64url'),
    hashCode: (challengeId, code) => hashCode(peppers[0], challengeId, code),
    isCode: (challengeId, code, stored) =>
      peppers.map((pepper) => timingSafeEqual(hashCode(pepper, challengeId, code), stored)).includes(true),
    vault: configuredVault(vaultSettings),
    contactHash: contactHashOf(CONTACT_HASH_SECRET),
    acceptedContactHashes: listOf(CONTACT_HASH_SECRET_ACCEPTED).map(contactHashOf),
    sealCode: seal,
    sealMessage: seal,
    openInvitation: async (sealed) => SealedInvitation.parse(JSON.parse(new TextDecoder().decode(await open(sealed)))),
  };
}

/** Bound to the challenge, so that a code is invalid for any other. */
function hashCode(pepper: string, challengeId: string, code: string): Buffer {
  return createHmac('sha256', pepper).update(`${challengeId} ${code}`).digest();
}
