import { cloneDatabase } from '@trust/service-testing/stack';
import { expect, test } from 'vitest';
import { checkAccess } from './check-access.ts';
import { openDb } from './db.ts';

test('names the setting whose role, password or database Postgres refuses', async () => {
  await using clone = await cloneDatabase('webhooks');
  const wrong = [{ password: 'wrong' }, { username: 'nobody' }, { pathname: '/no_such_database' }];
  for (const part of wrong) {
    const { href } = Object.assign(new URL(clone.app), part);
    await using db = openDb({ url: href });
    await expect(checkAccess(db, 'DATABASE_URL'), JSON.stringify(part)).rejects.toThrow(
      /^Postgres refuses the role, the password or the database of DATABASE_URL\. Correct that setting\.$/,
    );
  }
});

test('lets a service start while its server is away, because it may come', async () => {
  await using db = openDb({ url: 'postgres://role:password@127.0.0.1:1/none', connectTimeout: 100 });
  await checkAccess(db, 'DATABASE_URL');
});

test('SC4 refuses a server without TLS where the setting requires it', async () => {
  await using clone = await cloneDatabase('webhooks');
  await using db = openDb({ url: `${clone.app}?sslmode=verify-full` });
  await expect(checkAccess(db, 'DATABASE_URL')).rejects.toThrow(
    'The connection to Postgres cannot be encrypted: The server does not support SSL connections. Correct DATABASE_URL',
  );
});
