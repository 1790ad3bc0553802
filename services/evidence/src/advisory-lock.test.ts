import { openDb } from '@trust/service-kit/database/db';
import { cloneDatabase } from '@trust/service-testing/stack';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { withAdvisoryLock } from './advisory-lock.ts';
import type { DB } from './db/schema.ts';

async function openReplica(url: string) {
  return openDb<DB>({ url: `${url}?application_name=pooled`, directUrl: `${url}?application_name=direct`, max: 1 });
}

test('a lock is held on the direct connection, by one replica, until its work ends or fails', async () => {
  await using database = await cloneDatabase('evidence');
  await using one = await openReplica(database.app);
  await using other = await openReplica(database.app);
  const holders = async () => {
    const { rows } = await sql<{ application_name: string }>`
      select application_name from pg_stat_activity where datname = current_database()
        and pid in (select pid from pg_locks where locktype = 'advisory' and granted)`.execute(one);
    return rows.map((row) => row.application_name);
  };
  const done: string[] = [];
  await withAdvisoryLock(one, 'sweep', async () => {
    await withAdvisoryLock(other, 'sweep', async () => void done.push('at once'));
    expect(await holders()).toEqual(['direct']);
  });
  const failing = withAdvisoryLock(one, 'sweep', () => Promise.reject(new Error('no store')));
  await expect(failing).rejects.toThrow('no store');
  await withAdvisoryLock(other, 'sweep', async () => void done.push('afterwards'));
  expect(done).toEqual(['afterwards']);
  expect(await holders()).toEqual([]);
});
