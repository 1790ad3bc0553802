import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { seal, sealingKey, unseal } from './seal.ts';

test('SC4 each purpose, each salt and each secret has a key of its own, which opens nothing of another', () => {
  const [secret, other] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
  const keys = [
    sealingKey(secret, 'cursor'),
    sealingKey(secret, 'payment'),
    sealingKey(secret, 'payment', 'a salt'),
    sealingKey(other, 'cursor'),
  ];
  for (const [index, key] of keys.entries()) {
    const sealed = seal(key, 'a private text');
    for (const [place, one] of keys.entries())
      if (place === index) expect(unseal(one, sealed).toString()).toBe('a private text');
      else expect(() => unseal(one, sealed)).toThrow();
  }
});
