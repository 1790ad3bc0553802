import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { member, newAddress, signIn, startIdentity } from '../../../test/service.ts';
import { openVault } from '../vault.ts';
import { assertOpens } from './assert-opens.ts';
import { rewrapDataKeys } from './rewrap.ts';

const newSecret = () => randomBytes(32).toString('base64url');

test('SC4 the secret of the data keys is rotated while people sign in, and the old one then opens nothing', async () => {
  await using identity = await startIdentity({ connections: 4 });
  const { db, secrets } = identity;
  const [old, next] = [secrets.SUBJECT_KEY_SECRET, newSecret()];
  const address = newAddress();
  const again = () => {
    // A number or address gets a code once a minute.
    identity.clock.now = new Date(identity.clock.now.getTime() + 61_000);
    return signIn(identity, address);
  };
  await signIn(identity, address);
  await member(identity);
  const opened = async (vault: ReturnType<typeof openVault>) => {
    const keys = await db.selectFrom('data_key').select(['subject_id', 'wrapped']).execute();
    return keys.filter(({ subject_id, wrapped }) => {
      try {
        return vault.sealer(subject_id, wrapped);
      } catch {
        return false;
      }
    }).length;
  };

  // Accepted first, then used: every replica opens what the others wrap.
  identity.app.vault = openVault([old, next], old);
  await signIn(identity, newAddress());
  identity.app.vault = openVault([next, old], old);
  await signIn(identity, newAddress());
  const rewrapping = rewrapDataKeys({ db, vault: identity.app.vault });
  await signIn(identity, newAddress());
  await again();
  const rewrapped = await rewrapping;
  expect(rewrapped).toBe(3);
  expect(await rewrapDataKeys({ db, vault: identity.app.vault })).toBe(0);

  identity.app.vault = openVault(next, old);
  expect(await opened(openVault(old))).toBe(0);
  expect(await opened(identity.app.vault)).toBeGreaterThan(rewrapped);
  const people = async () => (await db.selectFrom('person').select('id').execute()).length;
  const before = await people();
  await again();
  expect(await people()).toBe(before);
});

test('SC4 an interrupted run continues, and a batch that fails changes no key', async () => {
  await using identity = await startIdentity({ connections: 2 });
  const { db, secrets } = identity;
  for (let count = 0; count < 3; count++) await signIn(identity, newAddress());
  const vault = openVault([newSecret(), secrets.SUBJECT_KEY_SECRET], secrets.SUBJECT_KEY_SECRET);
  const before = await db.selectFrom('data_key').selectAll().orderBy('subject_id').execute();
  let calls = 0;
  const interrupted = {
    ...vault,
    rewrap: (id: string, wrapped: Buffer) => {
      if (++calls === 3) throw new Error('interrupted');
      return vault.rewrap(id, wrapped);
    },
  };
  await expect(rewrapDataKeys({ db, vault: interrupted })).rejects.toThrow('interrupted');
  expect(await db.selectFrom('data_key').selectAll().orderBy('subject_id').execute()).toEqual(before);
  expect(await rewrapDataKeys({ db, vault })).toBe(before.length);
});

test('SC4 identity does not start with a secret that does not open or find what is stored', async () => {
  await using identity = await startIdentity();
  const { db, secrets } = identity;
  const { SUBJECT_KEY_SECRET: secret } = secrets;
  await assertOpens(db, openVault(newSecret()));
  await signIn(identity, newAddress());
  await assertOpens(db, openVault(secret));
  await assertOpens(db, openVault([newSecret(), secret], secret));
  await expect(assertOpens(db, openVault(newSecret()))).rejects.toThrow('SUBJECT_KEY_SECRET does not open');
  await expect(assertOpens(db, openVault([newSecret(), secret]))).rejects.toThrow('SUBJECT_INDEX_SECRET does not find');
});
