import { SealedOneTimeCode } from '@trust/contracts/events/identity';
import { compactDecrypt, importJWK } from 'jose';
import type { z } from 'zod';

export type OneTimeCode = z.output<typeof SealedOneTimeCode>;

/** Throws for what was not sealed to this key. */
export type OpenSealed = (sealed: string) => Promise<OneTimeCode>;

export async function sealedCodes(privateKey: Record<string, string>): Promise<OpenSealed> {
  const key = await importJWK(privateKey, 'ECDH-ES');
  return async (sealed) => {
    const { plaintext } = await compactDecrypt(sealed, key, {
      keyManagementAlgorithms: ['ECDH-ES'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    return SealedOneTimeCode.parse(JSON.parse(new TextDecoder().decode(plaintext)));
  };
}
