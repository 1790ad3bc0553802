import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { SealedInvitation } from '@trust/contracts/events/representatives';
import { contactHashOf } from '@trust/personal-data/contact-hash';
import { createOpener, createSealer } from '@trust/personal-data/sealed-box';
import type { App } from './app.ts';
import { openVault } from './people/vault.ts';

type Keys = {
  CODE_PEPPER: string;
  SUBJECT_KEY_SECRET: string;
  CONTACT_HASH_SECRET: string;
  SEAL_PUBLIC_KEY: Record<string, string>;
  INVITATION_PRIVATE_KEY: Record<string, string>;
};

type Secrets = Pick<
  App,
  'newCode' | 'newToken' | 'hashCode' | 'sealCode' | 'sealMessage' | 'openInvitation' | 'vault' | 'contactHash'
>;

export async function openSecrets({
  CODE_PEPPER,
  SUBJECT_KEY_SECRET,
  CONTACT_HASH_SECRET,
  SEAL_PUBLIC_KEY,
  INVITATION_PRIVATE_KEY,
}: Keys): Promise<Secrets> {
  const sealToWebhooks = await createSealer(SEAL_PUBLIC_KEY);
  const seal = (content: object) => sealToWebhooks(JSON.stringify(content));
  const open = await createOpener(INVITATION_PRIVATE_KEY);
  return {
    newCode: () => String(randomInt(1_000_000)).padStart(6, '0'),
    newToken: () => randomBytes(32).toString('base64url'),
    // Bound to the challenge, so that a code is invalid for any other.
    hashCode: (challengeId, code) => createHmac('sha256', CODE_PEPPER).update(`${challengeId} ${code}`).digest(),
    vault: openVault(SUBJECT_KEY_SECRET),
    contactHash: contactHashOf(CONTACT_HASH_SECRET),
    sealCode: seal,
    sealMessage: seal,
    openInvitation: async (sealed) => SealedInvitation.parse(JSON.parse(new TextDecoder().decode(await open(sealed)))),
  };
}
