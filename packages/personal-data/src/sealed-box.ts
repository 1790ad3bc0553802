import { CompactEncrypt, compactDecrypt, importJWK } from 'jose';

type Jwk = Record<string, string>;

/** Returns a function that encrypts to an X25519 public key (JWE, ECDH-ES, A256GCM). */
export async function createSealer(publicKey: Jwk): Promise<(content: string | Uint8Array) => Promise<string>> {
  const key = await importJWK(publicKey, 'ECDH-ES');
  return (content) =>
    new CompactEncrypt(typeof content === 'string' ? Buffer.from(content) : content)
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' })
      .encrypt(key);
}

/** Returns a function that decrypts what was sealed to the key, and throws for all else. */
export async function createOpener(privateKey: Jwk): Promise<(sealed: string) => Promise<Uint8Array>> {
  const key = await importJWK(privateKey, 'ECDH-ES');
  const algorithms = { keyManagementAlgorithms: ['ECDH-ES'], contentEncryptionAlgorithms: ['A256GCM'] };
  return async (sealed) => (await compactDecrypt(sealed, key, algorithms)).plaintext;
}
