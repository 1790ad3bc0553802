import { randomBytes } from 'node:crypto';
import { checkAccess } from '@trust/service-kit/database/check-access';
import { openDb, sessionLimits } from '@trust/service-kit/database/db';
import { cloneDatabase } from '@trust/service-testing/stack';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { rotations } from '../../rotation/rotations.ts';

const login = `identity_app_${randomBytes(4).toString('hex')}`;
const password = randomBytes(8).toString('hex');

/** As `npm run rotate -- DATABASE_URL` says it. */
function statements(): string[] {
  const text = rotations.DATABASE_URL?.steps.join(' ') ?? '';
  const [, found = ''] = /`(create role [^`]+)`/.exec(text) ?? [];
  const limits = Object.entries(sessionLimits).map(([name, value]) => `alter role ${login} set ${name} = ${value}`);
  const made = found
    .replaceAll('identity_app_2', login)
    .replace('…', password)
    .split(';')
    .filter((one) => one.trim());
  return [...made, ...limits];
}

test('SC4 a second login does what the application role does, with its limits and no other right', async () => {
  await using owner = openDb({ url: inject('stack').superuserUrl, max: 1 });
  await using database = await cloneDatabase('identity');
  for (const statement of statements()) await sql.raw(statement).execute(owner);
  try {
    const url = Object.assign(new URL(database.app), { username: login, password }).href;
    await using db = openDb({ url, max: 1 });
    await checkAccess(db, 'DATABASE_URL');
    const { rows } = await sql<Record<string, string>>`
      select session_user as login, current_user as role, current_setting('statement_timeout') as timeout,
        has_table_privilege('person', 'insert') as inserts, has_table_privilege('person', 'delete') as deletes`.execute(
      db,
    );
    const role = { login, role: 'identity_app', timeout: '5s', inserts: true, deletes: false };
    expect(rows).toEqual([role]);
    await expect(sql`create table mine (id integer)`.execute(db)).rejects.toMatchObject({ code: '42501' });
  } finally {
    await sql.raw(`drop role ${login}`).execute(owner);
  }
});
