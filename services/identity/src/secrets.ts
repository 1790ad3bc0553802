import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { CompactEncrypt, importJWK } from 'jose';
import type { App } from './app.ts';
import { openVault } from './subject-keys/vault.ts';

type Keys = { CODE_PEPPER: string; SUBJECT_KEY_SECRET: string; SEAL_PUBLIC_KEY: Record<string, string> };

/** What identity makes and hides with its secrets. */
export async function secretsOf({
  CODE_PEPPER,
  SUBJECT_KEY_SECRET,
  SEAL_PUBLIC_KEY,
}: Keys): Promise<Pick<App, 'newCode' | 'newToken' | 'hashCode' | 'sealCode' | 'sealMessage' | 'vault'>> {
  const sealKey = await importJWK(SEAL_PUBLIC_KEY, 'ECDH-ES');
  const seal = (content: object) =>
    new CompactEncrypt(Buffer.from(JSON.stringify(content)))
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' })
      .encrypt(sealKey);
  return {
    newCode: () => String(randomInt(1_000_000)).padStart(6, '0'),
    newToken: () => randomBytes(32).toString('base64url'),
    // Bound to the challenge, so that a code is worth nothing anywhere else.
    hashCode: (challengeId, code) => createHmac('sha256', CODE_PEPPER).update(`${challengeId} ${code}`).digest(),
    vault: openVault(SUBJECT_KEY_SECRET),
    sealCode: seal,
    sealMessage: seal,
  };
}
