import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startProvider } from '../../test/service.ts';
import { nameSealer, openNames } from './names.ts';
import { rewrapNameKeys } from './rewrap-name-keys.ts';

const newSecret = () => randomBytes(32).toString('base64url');

test('SC4 keys of names are wrapped again under the next secret, and the old one then opens none', async () => {
  await using provider = await startProvider();
  const { db } = provider;
  const [old, next] = [newSecret(), newSecret()];
  const [before, during, after] = [openNames(old), openNames([next, old], old), openNames(next, old)];
  const owners = Array.from({ length: 3 }, () => randomUUID());
  const sealed = new Map<string, Buffer>();
  for (const owner of owners)
    await db.transact(async (trx) => {
      const names = owner === owners[2] ? during : before;
      sealed.set(owner, (await nameSealer(trx, { names }, owner)).seal('a name', `of ${owner}`));
    });
  expect(await rewrapNameKeys(db, during)).toBe(2);
  expect(await rewrapNameKeys(db, during)).toBe(0);
  const keys = await db.selectFrom('name_key').selectAll().where('owner_id', 'in', owners).execute();
  for (const { owner_id, wrapped } of keys) {
    const text = after.sealer(owner_id, wrapped).open('a name', sealed.get(owner_id) ?? Buffer.alloc(0));
    expect(text).toBe(`of ${owner_id}`);
    expect(() => before.sealer(owner_id, wrapped)).toThrow('CLAIM_KEY_SECRET does not open');
  }
  expect(keys).toHaveLength(3);
  expect(after.keyOf('a name')).toEqual(before.keyOf('a name'));
});
