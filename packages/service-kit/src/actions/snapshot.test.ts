import { cloneDatabase } from '@trust/service-testing/stack';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDb } from '../database/db.ts';
import { onSnapshot } from './snapshot.ts';

type Tables = { thing: { id: number; name: string } };

let db: Database<Tables>;
const opened = new AsyncDisposableStack();
beforeAll(async () => {
  const { owner } = opened.use(await cloneDatabase('webhooks'));
  db = opened.use(openDb<Tables>({ url: owner, max: 2 }));
  await sql`create table thing (id integer primary key, name text)`.execute(db);
});
afterAll(() => opened.disposeAsync());

const reset = async () => {
  await sql`truncate thing`.execute(db);
  await sql`insert into thing values (1, 'before')`.execute(db);
};
const lockThing = (trx: Kysely<Tables>) => trx.selectFrom('thing').select('name').where('id', '=', 1).forUpdate();

test('does not wait for who holds the row, and sees one moment', async () => {
  await reset();
  const names = await db.transact(async (trx) => {
    await lockThing(trx).execute();
    await sql`update thing set name = 'after'`.execute(trx);
    return onSnapshot<Tables, string[]>(db, async (snapshot) => {
      const one = await lockThing(snapshot).executeTakeFirstOrThrow();
      return [one.name];
    });
  });
  expect(names).toEqual(['before']);
});

test('T7 every statement sees the same moment', async () => {
  await reset();
  const names = await onSnapshot<Tables, string[]>(db, async (snapshot) => {
    const first = await lockThing(snapshot).executeTakeFirstOrThrow();
    await sql`update thing set name = 'after'`.execute(db);
    const later = await snapshot.selectFrom('thing').selectAll().executeTakeFirstOrThrow();
    return [first.name, later.name];
  });
  expect(names).toEqual(['before', 'before']);
});

test('a rule that goes on after the snapshot has ended gets nothing of the connection', async () => {
  await reset();
  let kept: Kysely<Tables> | undefined;
  await onSnapshot<Tables, void>(db, async (snapshot) => {
    kept = snapshot;
  });
  await expect(kept?.selectFrom('thing').selectAll().execute()).rejects.toThrow('The snapshot has ended.');
});

test('sends the same statement once, and another one of its own', async () => {
  await reset();
  const rows = await onSnapshot<Tables, object[][]>(db, async (snapshot) =>
    Promise.all([1, 1, 2].map((id) => sql<object>`select clock_timestamp() as at, ${id}::int`.execute(snapshot))).then(
      (results) => results.map((result) => result.rows),
    ),
  );
  expect(rows[0]).toEqual(rows[1]);
  expect(rows[2]).not.toEqual(rows[0]);
});

test('T7 Postgres refuses a rule that writes, or locks in SQL of its own', async () => {
  await reset();
  const write = (snapshot: Kysely<Tables>) => snapshot.updateTable('thing').set({ name: 'written' }).execute();
  await expect(onSnapshot<Tables, unknown>(db, write)).rejects.toMatchObject({ code: '25006' });
  const lock = (snapshot: Kysely<Tables>) => sql`select from thing for update`.execute(snapshot);
  await expect(onSnapshot<Tables, unknown>(db, lock)).rejects.toMatchObject({ code: '25006' });
  expect(await db.selectFrom('thing').select('name').execute()).toEqual([{ name: 'before' }]);
});
