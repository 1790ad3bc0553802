import { CompactEncrypt, compactDecrypt, importJWK } from 'jose';

type Jwk = Record<string, string>;

/**
 * Seals to whoever holds the private half of an X25519 key: a compact JWE, ECDH-ES with A256GCM. The public half opens nothing,
 * not even what was sealed with it.
 */
export async function sealerTo(publicKey: Jwk): Promise<(content: string | Uint8Array) => Promise<string>> {
  const key = await importJWK(publicKey, 'ECDH-ES');
  return (content) =>
    new CompactEncrypt(typeof content === 'string' ? Buffer.from(content) : content)
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' })
      .encrypt(key);
}

/** Opens what was sealed to the key. Throws for everything else. */
export async function openerWith(privateKey: Jwk): Promise<(sealed: string) => Promise<Uint8Array>> {
  const key = await importJWK(privateKey, 'ECDH-ES');
  const algorithms = { keyManagementAlgorithms: ['ECDH-ES'], contentEncryptionAlgorithms: ['A256GCM'] };
  return async (sealed) => (await compactDecrypt(sealed, key, algorithms)).plaintext;
}
