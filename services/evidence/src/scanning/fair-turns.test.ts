import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { evidenceRejected } from '@trust/contracts/events/evidence';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { confirm, makeCase, makeUpload } from '../../test/make.ts';
import { startEvidence } from '../../test/service.ts';
import type { Examination, TimeLimits } from '../examiner.ts';
import { runScanJob, type ScanJob, scanDueVersions, takeNextJob } from './scan-versions.ts';

let examination: Examination;
let given: TimeLimits[];
beforeEach(async () => {
  examination = { finding: 'acceptable', preview: undefined };
  // Passes the waits that earlier tests left.
  evidence.advanceClock(86_400);
  await scanDueVersions(evidence.app);
  given = [];
});
const evidence = await startEvidence({
  connections: 10,
  examiner: {
    async examine(bytes, _about, limits) {
      await buffer(bytes);
      given.push(limits);
      return examination;
    },
  },
});
afterAll(() => evidence[Symbol.asyncDispose]());

const anything = { acceptsTimedOut: true, quietOnly: false };
const take = (choice: Partial<typeof anything> = {}) => takeNextJob(evidence.app, { ...anything, ...choice });
const outOfTime = (cpuMs: number): Examination => ({ finding: 'out_of_time', cpuMs });

async function handIn(documents = 1, providerId: string = randomUUID()) {
  for (let index = 0; index < documents; index++) {
    const made = await makeCase(evidence, { providerId });
    await confirm(evidence, made.rep, await makeUpload(evidence, made));
    evidence.advanceClock(1);
  }
  return providerId;
}

async function scan(taken: ScanJob | undefined) {
  if (taken) await runScanJob(evidence.app, taken);
  return taken?.version.provider_id;
}

async function onlyVersionOf(providerId: string) {
  return evidence.db
    .selectFrom('evidence_processing as processing')
    .innerJoin('evidence_version as version', 'version.id', 'processing.version_id')
    .innerJoin('evidence_item as item', 'item.id', 'version.evidence_id')
    .select(['processing.state', 'processing.refusal', 'processing.next_scan_at', 'cpu_ms', 'out_of_time'])
    .where('item.provider_id', '=', providerId)
    .executeTakeFirstOrThrow();
}

test('U4 providers take turns, regardless of how many documents they have or since when', async () => {
  const many = await handIn(3);
  const [one, other] = [await handIn(), await handIn()];
  const order: unknown[] = [];
  for (let index = 0; index < 5; index++) order.push(await scan(await take()));
  expect(order).toEqual([many, one, other, many, many]);
});

test('U4 scans one document per provider at a time', async () => {
  const many = await handIn(2);
  const first = await take();
  expect(await take()).toBeUndefined();
  const other = await handIn();
  expect(await scan(await take())).toBe(other);
  expect(await scan(first)).toBe(many);
  expect(await scan(await take())).toBe(many);
});

test('U4 scans new documents first, then failed ones, then timed-out ones', async () => {
  examination = outOfTime(3000);
  const late = await handIn();
  await scan(await take());
  examination = { finding: 'failed' };
  const failed = await handIn();
  await scan(await take());
  evidence.advanceClock(60);
  const fresh = await handIn();
  expect((await take({ acceptsTimedOut: false }))?.version.provider_id).toBe(fresh);
  expect((await take({ acceptsTimedOut: false }))?.version.provider_id).toBe(failed);
  expect(await take({ acceptsTimedOut: false })).toBeUndefined();
  expect((await take())?.version.provider_id).toBe(late);
});

test('U4 reserves the last slot for providers without a timeout in the last hour', async () => {
  examination = outOfTime(3000);
  const slow = await handIn();
  await scan(await take());
  await handIn(1, slow);
  expect(await take({ acceptsTimedOut: false, quietOnly: true })).toBeUndefined();
  const quiet = await handIn();
  expect((await take({ quietOnly: true }))?.version.provider_id).toBe(quiet);
  evidence.advanceClock(3600);
  expect((await take({ acceptsTimedOut: false, quietOnly: true }))?.version.provider_id).toBe(slow);
});

test('U4 retries a timed-out document with the remaining time, then refuses it as too complex', async () => {
  examination = outOfTime(3000);
  const provider = await handIn();
  await scan(await take());
  expect(await onlyVersionOf(provider)).toMatchObject({ state: 'pending_scan', out_of_time: 1, cpu_ms: 3000 });
  examination = outOfTime(12_000);
  await scan(await take());
  expect(await onlyVersionOf(provider)).toMatchObject({ state: 'refused', refusal: 'too_complex', next_scan_at: null });
  expect(given.map(({ cpuMs }) => cpuMs)).toEqual([3000, 12_000]);
});

test('U4 a document that the clock stopped twice is unscannable, not too complex', async () => {
  examination = outOfTime(1000);
  const provider = await handIn();
  await scan(await take());
  await scan(await take());
  const { state, next_scan_at } = await onlyVersionOf(provider);
  expect({ state, next_scan_at }).toEqual({ state: 'unscannable', next_scan_at: null });
  const rejected = (await evidence.emitted(evidenceRejected)).filter((event) => event.providerId === provider);
  expect(rejected).toMatchObject([{ reason: 'unscannable' }]);
  expect(rejected[0]).not.toHaveProperty('refusal');
});

test('sixteen concurrent workers on two replicas get a provider each', async () => {
  await using other = await startEvidence({ connections: 10, replicaOf: evidence });
  const providers = await Promise.all(Array.from({ length: 8 }, () => handIn(2)));
  other.clock.now = evidence.clock.now;
  const taken = await Promise.all(
    Array.from({ length: 16 }, (_, index) => takeNextJob((index % 2 ? other : evidence).app, anything)),
  );
  const got = taken.flatMap((one) => one?.version.provider_id ?? []);
  expect(got.sort()).toEqual(providers.sort());
  await Promise.all(taken.map(scan));
});

test('the turn of a dead process is free after 20 seconds', async () => {
  const provider = await handIn();
  await take();
  evidence.advanceClock(19);
  expect(await take()).toBeUndefined();
  evidence.advanceClock(1);
  expect(await scan(await take())).toBe(provider);
});
