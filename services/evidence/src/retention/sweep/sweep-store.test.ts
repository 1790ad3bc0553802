import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { evidenceAvailable } from '@trust/contracts/events/evidence';
import { openLog } from '@trust/service-kit/observability/log';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { confirm, makeCase, makeUpload } from '../../../test/make.ts';
import { type Evidence, startEvidence } from '../../../test/service.ts';
import type { ObjectStore } from '../../object-store.ts';
import { startScanning } from '../../scanning/scan-worker.ts';
import { isOurStore } from './store-claim.ts';
import { sweepStore } from './sweep-store.ts';
import { startSweeping } from './sweep-worker.ts';

const silent = openLog('evidence', 'silent');

async function start() {
  const evidence = await startEvidence({ connections: 6 });
  // Files have the time of the machine.
  evidence.clock.now = new Date();
  const objects = async () => (await readdir(join(evidence.folder, 'objects'))).filter((name) => name.length === 64);
  const confirmed = async () => {
    const made = await makeCase(evidence);
    return (await confirm(evidence, made.rep, await makeUpload(evidence, made))).body.evidenceVersionId as string;
  };
  const strangers = async (count: number) => {
    const files = Array.from({ length: count }, () =>
      join(evidence.folder, 'objects', randomBytes(32).toString('hex')),
    );
    for (const file of files) await writeFile(file, 'a copy that was never confirmed');
  };
  return { evidence, objects, confirmed, strangers };
}

async function startClaimed() {
  const started = await start();
  await isOurStore(started.evidence.app);
  return started;
}

const missingOf = async ({ db }: Evidence) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from evidence_processing where missing_since is not null`.execute(db);
  return rows[0]?.count;
};

test('U7 compares the store in steps, both ways, and continues in another process', async () => {
  const { evidence, objects, confirmed, strangers } = await startClaimed();
  await using _evidence = evidence;
  for (let more = 0; more < 5; more++) await confirmed();
  await strangers(7);
  const kept = await evidence.db.selectFrom('evidence_version').select('object_key').execute();
  for (const { object_key } of kept.slice(0, 2)) await evidence.app.store.remove(object_key);
  evidence.advanceClock(3 * 3600);

  const logged: object[] = [];
  const log = openLog('evidence', 'info', { write: (line) => void logged.push(JSON.parse(line)) });
  const removed = [];
  while (logged.length === 0 && removed.length < 20) removed.push(await sweepStore({ ...evidence.app }, log, 2));
  expect(Math.max(...removed)).toBeLessThanOrEqual(4);
  expect(removed.reduce((sum, one) => sum + one)).toBe(7);
  expect((await objects()).sort()).toEqual(
    kept
      .slice(2)
      .map((one) => one.object_key)
      .sort(),
  );
  expect(await missingOf(evidence)).toBe(2);
  expect(logged).toMatchObject([{ name: 'objects', count: 10, msg: 'Object store sweep completed' }]);
});

test('U7 one run sends as many requests as it may, deletions included, and ends with its pass', async () => {
  const { evidence, confirmed, strangers } = await startClaimed();
  await using _evidence = evidence;
  for (let more = 0; more < 7; more++) await confirmed();
  let requests = 0;
  const { store } = evidence.app;
  const counted = {
    ...store,
    objects: (...options: Parameters<ObjectStore['objects']>) => {
      requests += 1;
      return store.objects(...options);
    },
    remove: (key: string) => {
      requests += 1;
      return store.remove(key);
    },
  };
  const run = async (sweepRequests: number) => {
    requests = 0;
    const removed = await sweepStore({ ...evidence.app, store: counted, sweepRequests }, silent, 2);
    return { removed, requests };
  };
  expect(await run(3)).toEqual({ removed: 0, requests: 3 });
  // The last list of a pass is not full; the next pass waits for the next run.
  expect(await run(3)).toEqual({ removed: 0, requests: 1 });
  expect(await run(100)).toEqual({ removed: 0, requests: 4 });
  await strangers(6);
  evidence.advanceClock(3 * 3600);
  const { removed, requests: sent } = await run(4);
  expect(sent).toBeLessThanOrEqual(6);
  expect(removed).toBeLessThan(6);
  // One alarm a minute is enough.
  const logged: string[] = [];
  const log = openLog('evidence', 'info', { write: (line) => void logged.push(line) });
  await sweepStore({ ...evidence.app, maxStoreMismatches: 0, sweepRequests: 100 }, log, 2);
  expect(logged).toHaveLength(1);
});

test('U7 deletes no unknown objects when there are too many', async () => {
  const { evidence, objects, confirmed, strangers } = await startClaimed();
  await using _evidence = evidence;
  await confirmed();
  await strangers(21);
  evidence.advanceClock(3 * 3600);
  const logged: object[] = [];
  const log = openLog('evidence', 'info', { write: (line) => void logged.push(JSON.parse(line)) });
  expect(await sweepStore(evidence.app, log)).toBe(0);
  expect(await objects()).toHaveLength(22);
  expect(logged).toMatchObject([{ level: 'error', count: 21 }]);
  expect(await sweepStore({ ...evidence.app, maxStoreMismatches: 21 }, log)).toBe(21);
});

test('U7 leaves objects with foreign names', async () => {
  const { evidence } = await startClaimed();
  await using _evidence = evidence;
  const names = ['lost+found', '.keep', 'A'.repeat(64)];
  for (const area of ['objects', 'uploads'])
    for (const name of names) await writeFile(join(evidence.folder, area, name), 'not ours');
  evidence.advanceClock(3 * 3600);
  expect(await sweepStore(evidence.app, silent)).toBe(0);
  expect(await readdir(join(evidence.folder, 'uploads'))).toEqual(expect.arrayContaining(names));
});

test('U7 claims a store once, if it matches the tables', async () => {
  const { evidence, confirmed } = await start();
  await using _evidence = evidence;
  await confirmed();
  const { app } = evidence;
  const holding = (keys: string[], mark?: string): ObjectStore => ({
    ...app.store,
    mark: async () => mark,
    objects: async () => keys.map((objectKey) => ({ objectKey, at: new Date() })),
  });
  const { object_key } = await evidence.db
    .selectFrom('evidence_version')
    .select('object_key')
    .executeTakeFirstOrThrow();
  const stranger = 'a'.repeat(64);
  expect(await isOurStore({ ...app, store: holding([]) })).toBe(false);
  expect(await isOurStore({ ...app, store: holding([stranger]) })).toBe(false);
  expect(await isOurStore({ ...app, store: holding([object_key], randomUUID()) })).toBe(false);
  expect(await app.store.mark()).toBeUndefined();

  expect(await isOurStore({ ...app, store: holding([stranger, object_key]) })).toBe(true);
  const mark = await app.store.mark();
  expect(mark).toMatch(/^[0-9a-f-]{36}$/);
  expect(await isOurStore(app)).toBe(true);
  expect(await isOurStore({ ...app, store: holding([object_key], randomUUID()) })).toBe(false);
  await expect(sql`update store_claim set mark = gen_random_uuid()`.execute(evidence.db)).rejects.toThrow('denied');
});

test('U7 completes an interrupted claim', async () => {
  const { evidence } = await start();
  await using _evidence = evidence;
  const { app } = evidence;
  const setMark = () => Promise.reject(new Error('The store does not answer.'));
  await expect(isOurStore({ ...app, store: { ...app.store, setMark } })).rejects.toThrow('does not answer');
  expect(await isOurStore(app)).toBe(true);
  expect(await isOurStore(app)).toBe(true);
});

test('U7 scanning continues while the sweep waits for the store', async () => {
  const { evidence, confirmed } = await startClaimed();
  await using _evidence = evidence;
  const listing = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<[]>();
  const objects = () => {
    listing.resolve();
    return answer.promise;
  };
  const version = await confirmed();
  await using _sweeping = startSweeping({ ...evidence.app, store: { ...evidence.app.store, objects } }, silent);
  await listing.promise;
  await using _scanning = startScanning(evidence.app, silent, 2);
  await expect
    .poll(async () => (await evidence.emitted(evidenceAvailable)).map((event) => event.evidenceVersionId))
    .toContain(version);
  answer.resolve([]);
});
