import { randomUUID } from 'node:crypto';
import { apiBase } from '@trust/contracts/api-base';
import { person, signActor } from '@trust/service-testing/actors';
import { gatewayProof } from '@trust/service-testing/gateway';
import { cloneDatabase } from '@trust/service-testing/stack';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startChild } from '../../test/child.ts';
import { until } from '../../test/event-world.ts';
import { openDb } from '../database/db.ts';
import type { AnyDatabase } from '../database/transaction.ts';

const actor = person();

/** Undefined if the process died before its response. */
async function post(url: string, key: string, name: string) {
  const response = await fetch(`${url}${apiBase}/things`, {
    method: 'POST',
    headers: {
      ...gatewayProof,
      'content-type': 'application/json',
      'idempotency-key': key,
      'x-actor-assertion': await signActor(actor, new Date()),
    },
    body: JSON.stringify({ name }),
  }).catch(() => undefined);
  return response && { status: response.status, replayed: response.headers.get('idempotency-replayed') };
}

async function openWorld() {
  const urls = await cloneDatabase('webhooks');
  const db = openDb<Record<never, never>>({ url: urls.app, max: 2 });
  const effects = async (name: string) =>
    (await sql`select from inbox where consumer = ${name}`.execute(db)).rows.length;
  return { ...urls, db, effects, [Symbol.asyncDispose]: () => db.destroy() };
}

test('C1 a repeated request has one effect after the service is killed before or after the commit', async () => {
  await using world = await openWorld();
  const deaths = (['before-commit', 'after-commit'] as const).map(async (dieAt) => {
    const [key, name] = [randomUUID(), dieAt];
    await using mortal = await startChild('keyed-child.ts', { url: world.app, dieAt });
    expect(await post(mortal.said, key, name)).toBeUndefined();
    await mortal.exited;
    // Postgres notices a closed connection later.
    await until('its transaction is over', async () => (await locks(world.db)) === 0);
    const isDone = dieAt === 'after-commit';
    expect(await world.effects(name)).toBe(isDone ? 1 : 0);

    await using next = await startChild('keyed-child.ts', { url: world.app });
    expect(await post(next.said, key, name)).toEqual({ status: 201, replayed: isDone ? 'true' : null });
    expect(await post(next.said, key, name)).toEqual({ status: 201, replayed: 'true' });
    expect(await world.effects(name)).toBe(1);
  });
  await Promise.all(deaths);
});

async function locks(db: AnyDatabase, { awaited = false } = {}): Promise<number> {
  const { rows } = await sql`
    select from pg_locks where locktype = 'advisory' and (not granted or not ${awaited}::boolean)
    and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return rows.length;
}

test('C1 a concurrent request waits and adds no effect when the service is killed during the commit', async () => {
  await using world = await openWorld();
  const owner = new pg.Client({ connectionString: world.owner });
  await owner.connect();
  // Deferred triggers run in the commit, which blocks until the test releases it.
  await owner.query(`
    create function linger() returns trigger language plpgsql as $$
    begin perform set_config('lock_timeout', '0', true), pg_advisory_xact_lock(1); return null; end $$;
    create constraint trigger linger after insert on inbox deferrable initially deferred
    for each row execute function linger();
    select pg_advisory_lock(1)`);
  const [key, name] = [randomUUID(), 'while committing'];
  await using killed = await startChild('keyed-child.ts', { url: world.app });
  await using next = await startChild('keyed-child.ts', { url: world.app });
  const lost = post(killed.said, key, name);
  await until('the commit lingers', async () => (await locks(world.db, { awaited: true })) > 0);
  await killed.kill();
  expect(await lost).toBeUndefined();
  expect(await post(next.said, key, name)).toEqual({ status: 409, replayed: null });
  await owner.query('select pg_advisory_unlock(1)');
  await until('the commit is done', async () => (await world.effects(name)) === 1);
  await owner.end();
  expect(await post(next.said, key, name)).toEqual({ status: 201, replayed: 'true' });
  expect(await world.effects(name)).toBe(1);
});
