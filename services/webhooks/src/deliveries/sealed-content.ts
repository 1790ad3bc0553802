import { SealedMessage, SealedOneTimeCode } from '@trust/contracts/events/identity';
import { compactDecrypt, importJWK } from 'jose';
import { z } from 'zod';

export type OneTimeCode = z.output<typeof SealedOneTimeCode>;
const SealedContent = z.union([SealedOneTimeCode, SealedMessage]);

/** Throws for what was not sealed to this key. */
export type OpenSealed = (sealed: string) => Promise<z.output<typeof SealedContent>>;

export async function openerOf(privateKey: Record<string, string>): Promise<OpenSealed> {
  const key = await importJWK(privateKey, 'ECDH-ES');
  return async (sealed) => {
    const { plaintext } = await compactDecrypt(sealed, key, {
      keyManagementAlgorithms: ['ECDH-ES'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    return SealedContent.parse(JSON.parse(new TextDecoder().decode(plaintext)));
  };
}
