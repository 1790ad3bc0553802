import { randomBytes } from 'node:crypto';

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const length = 22;

/** 128 random bits in base58: discloses no time or order and has no ambiguous letters. */
export function newPublicProviderId(bytes: Buffer = randomBytes(16)): string {
  let number = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  while (text.length < length) {
    text = `${alphabet[Number(number % 58n)]}${text}`;
    number /= 58n;
  }
  return text;
}
