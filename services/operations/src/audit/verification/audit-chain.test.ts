import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { auditedServices, auditRecorded } from '@trust/contracts/events/any';
import { openDb } from '@trust/service-kit/database/db';
import { openGuards } from '@trust/service-testing/stack';
import { type RawBuilder, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeEntries } from '../../../test/make.ts';
import { type Operations, startOperations } from '../../../test/service.ts';
import type { DB } from '../../db/schema.ts';
import { readCheckpoints } from '../checkpoints/checkpoint-age.ts';
import { checkpointFile } from '../checkpoints/checkpoint-file.ts';
import { checkpointKey, publicKeysIn } from '../checkpoints/checkpoint-key.ts';
import { makeCheckpoint } from '../checkpoints/make-checkpoint.ts';
import { tryCheckpointLock } from '../checkpoints/queries.ts';
import { appendEntries } from '../entries/queries.ts';
import { verifyChain } from './verify-chain.ts';

const newKey = () =>
  checkpointKey(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as Record<string, string>);
const key = await newKey();
const file = checkpointFile({});

let operations: Operations;
beforeEach(async () => {
  operations = await startOperations();
});
afterEach(() => operations[Symbol.asyncDispose]());

const verify = (external: string[] = []) => verifyChain(operations.db, key, external);
const checkpoint = (options?: { force?: boolean }) =>
  makeCheckpoint({ db: operations.db, now: operations.app.now, key, file }, options);

async function tamper(...statements: RawBuilder<unknown>[]): Promise<void> {
  await openGuards(operations.ownerUrl);
  await using owner = openDb<DB>({ url: operations.ownerUrl, max: 1 });
  for (const statement of [
    sql`alter table audit_entry disable trigger all`,
    sql`alter table audit_checkpoint disable trigger all`,
    ...statements,
    sql`alter table audit_entry enable always trigger chain_audit_entry`,
  ]) {
    await statement.execute(owner);
  }
}

/** Recomputes every hash from `seq` on, as a forger would. */
const rechain = (seq: number) => sql`
  do $$
  declare
    previous bytea := coalesce((select entry_hash from audit_entry where seq = ${sql.lit(seq - 1)}), decode(repeat('00', 32), 'hex'));
    one record;
  begin
    for one in select * from audit_entry where seq >= ${sql.lit(seq)} order by seq loop
      update audit_entry set previous_hash = previous, entry_hash = sha256(previous || convert_to(entry, 'UTF8'))
        where seq = one.seq returning entry_hash into previous;
    end loop;
  end $$`;

const edit = (seq: number) =>
  sql`update audit_entry set entry = replace(entry, '"done"', '"refused"') where seq = ${seq}`;

test('P1 appends the audit events of every service to one chain, each once', async () => {
  const payload = {
    occurredAt: '2026-01-05T09:00:00.000Z',
    actorId: randomUUID(),
    sessionId: null,
    permission: 'session',
    action: 'something',
    objectType: 'thing',
    objectId: null,
    outcome: 'done' as const,
    reason: 'Étrange, mais vrai.',
    before: { state: 'a', count: 1 },
    after: {},
    requestId: randomUUID(),
    policyVersion: '2026-11',
  };
  for (const service of auditedServices) {
    const eventId = randomUUID();
    for (const _again of [1, 2]) await operations.deliver(auditRecorded[service], payload, eventId);
  }
  const rows = await operations.db.selectFrom('audit_entry').selectAll().orderBy('seq').execute();
  expect(rows.map(({ seq }) => seq)).toEqual(['1', '2', '3', '4', '5', '6']);
  expect(rows.map(({ entry }) => JSON.parse(entry))).toMatchObject(
    auditedServices.map((service) => ({ service, ...payload })),
  );
  let previous = Buffer.alloc(32);
  for (const { entry, previous_hash, entry_hash } of rows) {
    expect(previous_hash).toEqual(previous);
    previous = createHash('sha256').update(previous).update(entry).digest();
    expect(entry_hash).toEqual(previous);
  }
  expect(await verify()).toEqual({ holds: true, entries: 6, checkpoints: 0 });
});

test('M2 refuses every change of the log, and a hash chosen by the service', async () => {
  await makeEntries(operations, 2);
  await checkpoint();
  for (const statement of [
    sql`update audit_entry set entry = '{}'`,
    sql`delete from audit_entry`,
    sql`truncate audit_entry`,
    sql`insert into audit_entry (seq, entry) values (9, '{}')`,
    sql`insert into audit_entry (entry, entry_hash) values ('{}', sha256('x'))`,
    sql`update audit_checkpoint set jws = ''`,
    sql`delete from audit_checkpoint`,
    sql`alter table audit_entry disable trigger all`,
    sql`set session_replication_role = replica`,
  ]) {
    await expect(statement.execute(operations.db)).rejects.toThrow(/permission denied|must be owner/);
  }
  await using owner = openDb<DB>({ url: operations.ownerUrl, max: 1 });
  for (const statement of [
    sql`update audit_entry set entry = '{}'`,
    sql`delete from audit_entry`,
    sql`truncate audit_entry`,
    sql`delete from audit_checkpoint`,
  ]) {
    await expect(statement.execute(owner)).rejects.toThrow('is immutable');
  }
});

test('P1 chains a batch in its order and ignores entries that are stored already', async () => {
  const entries = Array.from({ length: 20 }, (_, index) => JSON.stringify({ eventId: randomUUID(), index }));
  await operations.db.transact((trx) => appendEntries(trx, entries.slice(0, 5)));
  await operations.db.transact((trx) => appendEntries(trx, entries));
  const { rows } = await sql<{ entry: string }>`select entry from audit_entry order by seq`.execute(operations.db);
  expect(rows.map(({ entry }) => entry)).toEqual(entries);
  expect(await verify()).toMatchObject({ holds: true, entries: 20 });
});

test('P1 makes one chain of entries that are appended concurrently', async () => {
  await using racing = await startOperations({ connections: 8 });
  await Promise.all(Array.from({ length: 8 }, () => makeEntries(racing, 5)));
  expect(await verifyChain(racing.db, key, [])).toEqual({ holds: true, entries: 40, checkpoints: 0 });
});

test.each([
  ['an edited row', [edit(4)], { seq: 4, fault: 'the row was altered' }],
  [
    'an edited row with a recomputed hash',
    [
      edit(4),
      sql`update audit_entry set entry_hash = sha256(previous_hash || convert_to(entry, 'UTF8')) where seq = 4`,
    ],
    { seq: 5, fault: 'the row does not follow the one before it' },
  ],
  ['a deleted row', [sql`delete from audit_entry where seq = 4`], { seq: 4, fault: 'the row is missing' }],
  [
    'a deleted row with the later ones renumbered',
    [
      sql`delete from audit_entry where seq = 4`,
      sql`update audit_entry set seq = seq - 1 where seq = 5`,
      sql`update audit_entry set seq = seq - 1 where seq > 5`,
    ],
    { seq: 4, fault: 'the row does not follow the one before it' },
  ],
  [
    'two rows swapped',
    [
      sql`update audit_entry set seq = case seq when 4 then -4 when 5 then 4 end where seq in (4, 5)`,
      sql`update audit_entry set seq = 5 where seq = -4`,
    ],
    { seq: 4, fault: 'the row does not follow the one before it' },
  ],
  ['the first row deleted', [sql`delete from audit_entry where seq = 1`], { seq: 1, fault: 'the row is missing' }],
])('P1 detects %s and names the first bad row', async (_name, statements, found) => {
  await makeEntries(operations, 8);
  await tamper(...statements);
  expect(await verify()).toEqual({ holds: false, ...found });
});

test('P1 detects a missing end by the checkpoint', async () => {
  await makeEntries(operations, 8);
  await checkpoint();
  await tamper(sql`delete from audit_entry where seq > 5`);
  expect(await verify()).toMatchObject({
    holds: false,
    seq: 6,
    upTo: 8,
    fault: expect.stringContaining('the end is missing'),
  });
});

test('P1 detects a rewritten log with matching hashes by the checkpoint', async () => {
  await makeEntries(operations, 3);
  await checkpoint();
  operations.advanceClock(3600);
  await makeEntries(operations, 5);
  await checkpoint();
  await tamper(edit(5), rechain(5));
  expect(await verify()).toMatchObject({ holds: false, seq: 4, upTo: 8, fault: expect.stringContaining('rewritten') });
});

test('P1 detects a rewritten log with deleted checkpoints by those of the file', async () => {
  await makeEntries(operations, 4);
  await checkpoint();
  const kept = await operations.db.selectFrom('audit_checkpoint').select('jws').execute();
  await tamper(sql`delete from audit_checkpoint`, edit(2), rechain(2));
  expect(await verify()).toMatchObject({ holds: true });
  expect(await verify(kept.map(({ jws }) => jws))).toMatchObject({ holds: false, seq: 1, upTo: 4 });
});

test('P1 rejects a checkpoint that another key signed', async () => {
  await makeEntries(operations, 4);
  const forged = await (await newKey()).sign({
    size: 4,
    root: Buffer.alloc(32).toString('base64url'),
    at: '2026-01-05T09:00:00.000Z',
  });
  expect(await verify([forged])).toMatchObject({
    holds: false,
    fault: 'a checkpoint has no valid signature of the audit key',
  });
});

test('makes a checkpoint once an hour, and only if the chain has grown', async () => {
  expect(await checkpoint()).toBe(false);
  await makeEntries(operations, 1);
  expect(await checkpoint()).toBe(true);
  await makeEntries(operations, 1);
  expect(await checkpoint()).toBe(false);
  expect(await checkpoint({ force: true })).toBe(true);
  operations.advanceClock(3600);
  expect(await checkpoint()).toBe(false);
  await makeEntries(operations, 1);
  expect(await checkpoint()).toBe(true);
  expect(await verify()).toEqual({ holds: true, entries: 3, checkpoints: 3 });
});

test('makes no checkpoint while another replica makes one', async () => {
  await using shared = await startOperations({ connections: 2 });
  await makeEntries(shared, 1);
  const parts = { db: shared.db, now: shared.app.now, key, file };
  await shared.db.transact(async (trx) => {
    expect(await tryCheckpointLock(trx)).toBe(true);
    expect(await makeCheckpoint(parts)).toBe(false);
  });
  expect(await makeCheckpoint(parts)).toBe(true);
});

test('makes one checkpoint with several replicas', async () => {
  await using racing = await startOperations({ connections: 8 });
  await makeEntries(racing, 1);
  const parts = { db: racing.db, now: racing.app.now, key, file };
  const made = await Promise.all(Array.from({ length: 8 }, () => makeCheckpoint(parts)));
  expect(made.filter(Boolean)).toHaveLength(1);
});

test('P1 counts entries without a checkpoint, and the age of the last checkpoint', async () => {
  const read = () => readCheckpoints(operations.app);
  expect(await read()).toEqual({ unsigned: 0, age: undefined });
  await makeEntries(operations, 3);
  expect(await read()).toEqual({ unsigned: 3, age: undefined });
  await checkpoint();
  await makeEntries(operations, 2);
  operations.advanceClock(4000);
  expect(await read()).toEqual({ unsigned: 2, age: 4000 });
  await checkpoint();
  expect(await read()).toEqual({ unsigned: 0, age: 0 });
});

test('SC4 a log whose key was rotated verifies with the earlier public key, and not without it', async () => {
  const jwkOf = () => generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as Record<string, string>;
  const [old, next] = [jwkOf(), jwkOf()];
  const { d: _private, ...earlier } = old;
  const [before, after] = [await checkpointKey(old), await checkpointKey(next, earlier)];
  const parts = { db: operations.db, now: operations.app.now, file };
  await makeEntries(operations, 2);
  await makeCheckpoint({ ...parts, key: before }, { force: true });
  await makeEntries(operations, 1);
  await makeCheckpoint({ ...parts, key: after }, { force: true });
  for (const key of [after, await checkpointKey(...publicKeysIn(JSON.stringify([next, earlier])))])
    expect(await verifyChain(operations.db, key, [])).toMatchObject({ holds: true, checkpoints: 2 });
  expect(publicKeysIn(JSON.stringify(earlier))).toEqual([earlier]);
  for (const key of [before, await checkpointKey(next)])
    expect(await verifyChain(operations.db, key, [])).toMatchObject({
      holds: false,
      fault: expect.stringContaining('no valid signature'),
    });
});
