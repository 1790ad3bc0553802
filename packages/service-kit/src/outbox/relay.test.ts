import { aggregateOf, subjectOf } from '@trust/contracts/event';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { allSent, log, openWorld, until } from '../../test/event-world.ts';
import type { Bus } from '../bus/bus.ts';
import { openDb } from '../database/db.ts';
import { emit } from './outbox.ts';
import { startRelay } from './relay.ts';

function faulty(bus: Bus, fails: (payload: string) => boolean): Bus {
  const publish: Bus['publish'] = async (subject, payload, headers) => {
    if (fails(payload)) throw new Error('no acknowledgement');
    return bus.publish(subject, payload, headers);
  };
  return { ...bus, publish };
}

test('E3: a publish that fails in the middle of a batch puts no later event of its aggregate first', async () => {
  await using world = await openWorld();
  const { db, events, bus, stream } = world;
  await db.transact(async (trx) => {
    for (let value = 1; value <= 5; value++) {
      for (const thing of ['a', 'b']) await emit(trx, events.changed, { thing, value });
    }
  });
  let failures = 0;
  const failing = faulty(bus, (payload) => payload.includes('"a"') && payload.includes(': 3') && failures++ < 3);
  await using _relay = await startRelay(db, failing, { service: world.publisher, log });
  await allSent(db);
  expect(failures).toBe(4);
  const inStream: string[] = [];
  for (let seq = 1; seq <= 10; seq++) {
    const message = await bus.jsm.streams.getMessage(stream, { seq });
    inStream.push(`${message?.header.get('ce-partitionkey')}${message?.header.get('ce-sequence')}`);
  }
  expect(inStream.filter((name) => name.startsWith('a'))).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
  expect(inStream.filter((name) => name.startsWith('b'))).toEqual(['b1', 'b2', 'b3', 'b4', 'b5']);
});

test('E3: an event that is committed late comes before its successor, while batches wait for each other', async () => {
  await using world = await openWorld();
  const { db, events, bus, stream } = world;
  const aggregate = aggregateOf(events.changed);
  const subject = subjectOf(events.changed.type, aggregate);
  const late = new pg.Client({ connectionString: world.url });
  await late.connect();
  // Has a position before all others, and is not visible yet.
  await late.query('begin');
  await late.query(
    `insert into outbox (id, type, aggregate, aggregate_id, aggregate_seq, payload) values (first_id(now()), $1, $2, 'late', 1, $3)`,
    [events.changed.type, aggregate, { thing: 'late', value: 1 }],
  );
  await db.transact(async (trx) => {
    for (let value = 1; value <= 1000; value++) await emit(trx, events.noted, { value });
  });
  const gate = Promise.withResolvers<void>();
  let begun = 0;
  const publish: Bus['publish'] = async (...message) => {
    begun++;
    await gate.promise;
    return bus.publish(...message);
  };
  await using _relay = await startRelay(db, { ...bus, publish }, { service: world.publisher, log });
  await until('the first batch is being published', () => begun === 500);
  await late.query('commit');
  await late.end();
  await sql`insert into aggregate_sequence (aggregate_id, last_seq) values ('late', 1)`.execute(db);
  await db.transact((trx) => emit(trx, events.changed, { thing: 'late', value: 2 }));
  gate.resolve();
  await allSent(db);
  const last = await bus.jsm.streams.getMessage(stream, { last_by_subj: subject });
  expect(last?.header.get('ce-sequence')).toBe('2');
});

test('E6 the relay is degraded while the broker stores nothing', async () => {
  await using world = await openWorld();
  let isBroken = true;
  await using relay = await startRelay(
    world.db,
    faulty(world.bus, () => isBroken),
    { service: world.publisher, log },
  );
  await world.db.transact((trx) => emit(trx, world.events.noted, { value: 1 }));
  await until('it says so', async () => relay.degraded());
  isBroken = false;
  await allSent(world.db);
  await until('it says that all is well', async () => !relay.degraded());
});

test('E1: one of two relays sends; the other takes over when its connection is cut', async () => {
  await using world = await openWorld();
  const { db, events, bus, publisher } = world;
  await using _second = await startRelay(db, bus, { service: publisher, log });
  const first = await world.relay();
  const holders = async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_locks where locktype = 'advisory' and granted
        and database = (select oid from pg_database where datname = current_database())`.execute(db);
    return rows.map(({ pid }) => pid);
  };
  await until('one holds the lock', async () => (await holders()).length === 1);
  const [holder] = await holders();
  await sql`select pg_terminate_backend(${holder})`.execute(db);
  await db.transact((trx) => emit(trx, events.noted, { value: 1 }));
  await first.drain();
  await until('another connection holds it', async () => (await holders()).some((pid) => pid !== holder));
  expect((await bus.jsm.streams.info(world.stream)).state.messages).toBe(1);
});

test('a commit with an event in another replica wakes the relay', async () => {
  await using world = await openWorld();
  const { bus, events, publisher } = world;
  await using db = openDb({ url: world.url, max: 1 });
  const relay = await world.relay();
  await relay.drain();
  // Otherwise the other replica could be the relay.
  await until('the first holds the lock', async () => {
    const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
    return rows.length === 1;
  });
  await using _other = await startRelay(db, bus, { service: publisher, log });
  let woken = 0;
  bus.nc.subscribe(`wake.${publisher}`, { callback: () => void woken++ });
  await db.transact((trx) => sql`select 1`.execute(trx));
  await bus.nc.flush();
  expect(woken).toBe(0);
  await db.transact((trx) => emit(trx, events.noted, { value: 1 }));
  await until('the call has come', () => woken === 1);
});
