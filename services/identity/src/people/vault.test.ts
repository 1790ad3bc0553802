import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openVault } from './vault.ts';

const secret = randomBytes(32).toString('base64url');
const vault = openVault(secret);

test('P2 opens a sealed value for its person and field only', () => {
  const [one, other] = [randomUUID(), randomUUID()];
  const wrapped = vault.newKey(one);
  const sealed = vault.sealer(one, wrapped).seal('display name', 'Zoë');
  expect(vault.sealer(one, wrapped).open('display name', sealed)).toBe('Zoë');
  expect(() => vault.sealer(one, wrapped).open('contact point', sealed)).toThrow();
  expect(() => vault.sealer(other, wrapped)).toThrow();
  expect(() => vault.sealer(one, vault.newKey(one)).open('display name', sealed)).toThrow();
  sealed.writeUInt8(sealed.readUInt8(14) ^ 1, 14);
  expect(() => vault.sealer(one, wrapped).open('display name', sealed)).toThrow();
});

test('the index of a number depends on the secret and the channel', () => {
  const index = vault.indexOf('sms', '+32470123456');
  expect(openVault(secret).indexOf('sms', '+32470123456')).toEqual(index);
  expect(openVault(randomBytes(32).toString('base64url')).indexOf('sms', '+32470123456')).not.toEqual(index);
  expect(vault.indexOf('email', '+32470123456')).not.toEqual(index);
});
