import { conflict } from '@trust/service-kit/problems/problem';
import { sql } from 'kysely';
import { expect, inject, test, vi } from 'vitest';
import { fail, readSettings, withDatabase } from './command.ts';

/** Returns what `work` prints as errors, and its exit status. */
async function outcomeOf(work: () => unknown, settings: Record<string, string> = {}) {
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL']) vi.stubEnv(name, settings[name]);
  const errors = vi.spyOn(console, 'error').mockReturnValue();
  try {
    await work();
    return { printed: errors.mock.calls.flat().join('\n'), status: process.exitCode };
  } finally {
    process.exitCode = undefined;
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  }
}

const unused = async () => expect.unreachable();
const away = 'postgres://nobody@127.0.0.1:1/nothing';

test('prints what is wrong with a call and exits with status 2', async () => {
  expect(await outcomeOf(() => fail('Unknown command: x.'))).toEqual({ printed: 'Unknown command: x.', status: 2 });
});

test('names each setting that is missing, and opens no database', async () => {
  const missing = await outcomeOf(() => readSettings('DATABASE_URL', 'PATH', 'DATABASE_DIRECT_URL'));
  expect(missing).toEqual({
    printed: 'Not set, and no local stack is running: DATABASE_URL, DATABASE_DIRECT_URL. Set it, or run npm start.',
    status: 2,
  });
  expect((await outcomeOf(() => withDatabase(unused))).printed).toContain('DATABASE_URL');
});

test('prefers the address that bypasses PgBouncer', async () => {
  const { superuserUrl } = inject('stack');
  const names: string[] = [];
  const settings = { DATABASE_URL: away, DATABASE_DIRECT_URL: superuserUrl };
  const outcome = await outcomeOf(
    () =>
      withDatabase(async (db) => {
        const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
        names.push(...rows.map(({ name }) => name));
      }),
    settings,
  );
  expect(outcome).toEqual({ printed: '', status: undefined });
  expect(names).toEqual(['postgres']);
});

test('a problem is printed, and any other error is thrown', async () => {
  const settings = { DATABASE_URL: inject('stack').superuserUrl };
  const problem = conflict({ en: 'A hold exists.', fr: 'Un blocage existe.' });
  const failing = (error: Error) => outcomeOf(() => withDatabase(() => Promise.reject(error)), settings);
  expect(await failing(problem)).toEqual({ printed: 'A hold exists.', status: 2 });
  await expect(failing(new Error('a fault'))).rejects.toThrow('a fault');
});

test('says that the database cannot be reached', async () => {
  const query = () => withDatabase(async (db) => void (await sql`select 1`.execute(db)));
  expect((await outcomeOf(query, { DATABASE_URL: away })).printed).toContain('Cannot connect to the database.');
});
