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

/** Returns a function that decrypts what was sealed to one of the keys, and throws for all else. */
export async function createOpener(...privateKeys: [Jwk, ...Jwk[]]): Promise<(sealed: string) => Promise<Uint8Array>> {
  const keys = await Promise.all(privateKeys.map((key) => importJWK(key, 'ECDH-ES')));
  const algorithms = { keyManagementAlgorithms: ['ECDH-ES'], contentEncryptionAlgorithms: ['A256GCM'] };
  const open = async (sealed: string, [key, ...others]: typeof keys): Promise<Uint8Array> => {
    if (!key) throw new Error('No key is given.');
    try {
      return (await compactDecrypt(sealed, key, algorithms)).plaintext;
    } catch (error) {
      if (others.length === 0) throw error;
      return open(sealed, others);
    }
  };
  return (sealed) => open(sealed, keys);
}
