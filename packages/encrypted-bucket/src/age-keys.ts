import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';

/** Public keys with commas or spaces between. */
export function recipientsIn(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

/** Encrypts for each of the public keys. */
export function encrypterFor(recipients: string): Encrypter {
  const encrypter = new Encrypter();
  for (const recipient of recipientsIn(recipients)) encrypter.addRecipient(recipient);
  return encrypter;
}

export type { Decrypter, Encrypter };

export function isRecipients(text: string): boolean {
  try {
    encrypterFor(text);
    return recipientsIn(text).length > 0;
  } catch {
    return false;
  }
}

/** `text` is a file of `age-keygen` or `newIdentity`: lines with private keys, and comments. */
export function decrypterFor(text: string): Decrypter {
  const decrypter = new Decrypter();
  const keys = text.split('\n').filter((line) => line.startsWith('AGE-SECRET-KEY-'));
  if (keys.length === 0)
    throw new Error('The identity file has no line with AGE-SECRET-KEY-. Give the file of `backup -- new-identity`.');
  for (const key of keys) decrypter.addIdentity(key.trim());
  return decrypter;
}

/** A key pair in the format of `age-keygen`, so that `age` itself can decrypt a backup. */
export async function newIdentity(): Promise<{ text: string; recipient: string }> {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  return { recipient, text: `# public key: ${recipient}\n${identity}\n` };
}
