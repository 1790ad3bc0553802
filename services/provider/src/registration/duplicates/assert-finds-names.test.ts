import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { makePublished } from '../../../test/make.ts';
import { startProvider } from '../../../test/service.ts';
import { openNames } from '../../provider-record/names.ts';
import { assertFindsNames } from './assert-finds-names.ts';

test('SC4 provider does not start with a secret that does not find the stored names', async () => {
  await using service = await startProvider();
  const other = openNames(randomBytes(32).toString('base64url'));
  await assertFindsNames(service.db, other);
  await makePublished(service);
  await assertFindsNames(service.db, service.app.names);
  await expect(assertFindsNames(service.db, other)).rejects.toThrow('NAME_INDEX_SECRET does not find');
});
