import { join } from 'node:path';
import { notificationRequested } from '@trust/contracts/events/any';
import { evidenceAvailable } from '@trust/contracts/events/evidence';
import { oneTimeCodeRequested } from '@trust/contracts/events/identity';
import type { Subscription } from '@trust/service-kit/inbox/subscription';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallRecord, Client, eventually } from '../demo/client.ts';
import { runJourney } from '../demo/journey.ts';
import { newPhoneNumber, operatorSessions } from '../demo/steps/sign-in.ts';
import { repositoryRoot } from '../deploy/local/environment.ts';
import { type DatabaseService, serviceDatabases } from '../deploy/local/services.ts';
import { runningSettings } from '../deploy/local/settings/running-settings.ts';
import { readRun } from '../deploy/local/supervisor/run-file.ts';
import { openTelemetryStore, type TelemetryReader } from '../deploy/local/telemetry/open-telemetry-store.ts';
import { receiverUrl } from '../deploy/local/telemetry/telemetry.ts';
import type { Waterfall } from '../deploy/local/telemetry/waterfall.ts';
import { type Platform, startPlatform } from './platform.ts';

let platform: Platform;
let store: TelemetryReader;
const seen: CallRecord[] = [];

beforeAll(async () => {
  platform = await startPlatform({ OTEL_SDK_DISABLED: 'false' });
  store = await openTelemetryStore(platform.dataDir);
  const client = new Client(platform.url, (call) => seen.push(call));
  await runJourney({
    client,
    operator: operatorSessions(client),
    step: (_number, _title, run) => run(),
    note: () => {},
  });
  await platform.settled();
}, 240_000);
afterAll(() => platform?.[Symbol.asyncDispose]());

/** Polls: spans arrive up to half a second after the work. */
function waterfallOf(requestId: string, isComplete: (trace: Waterfall) => boolean): Promise<Waterfall> {
  return eventually(`the trace of ${requestId} is complete`, async () => {
    const trace = await store.trace(requestId);
    return trace && isComplete(trace) ? trace : undefined;
  });
}

const names = ({ rows }: Waterfall) => rows.map(({ name }) => name);

test('one trace goes from the confirmation of an upload over its scan to every consumer', async () => {
  const confirmation = seen.find(({ path, status }) => path.endsWith('/confirm') && status === 201);
  const ends = [evidenceAvailable, notificationRequested.evidence].map(({ type }) => `process ${type}`);
  const trace = await eventually('the trace of the confirmation has every consumer', async () => {
    const one = await store.trace(confirmation?.requestId ?? '');
    if (!one || !ends.every((name) => names(one).includes(name))) return undefined;
    const expected = await consumersOf(names(one).filter((name) => name.startsWith('send ')));
    const processed = new Set(one.rows.map(({ service, name }) => `${service} ${name}`));
    return expected.every((name) => processed.has(name)) ? one : undefined;
  });
  // One root: no span has lost its parent, and nothing was delivered twice.
  expect(trace.rows.filter(({ depth }) => depth === 0)).toHaveLength(1);
  expect(new Set(trace.rows.map(({ traceId }) => traceId)).size).toBe(1);
  expect(names(trace)).toContain('scan document');
  const last = trace.rows.reduce((one, other) => (one.offset + one.ms >= other.offset + other.ms ? one : other));
  expect(last.kind === 'consumer' || last.service !== 'evidence').toBe(true);
});

async function consumersOf(sends: string[]): Promise<string[]> {
  const types = new Set(sends.map((name) => name.slice('send '.length)));
  const found = serviceDatabases.map(async (service) => {
    const { subscriptions } = await import(join(repositoryRoot, `services/${service}/src/subscriptions.ts`));
    const own = subscriptions.map(({ type }: Subscription<unknown>) => type.type);
    return own.filter((type: string) => types.has(type)).map((type: string) => `${service} process ${type}`);
  });
  return (await Promise.all(found)).flat();
}

test('a redelivery is linked to the trace of its request', async () => {
  await using locked = await lockTable('webhooks', 'delivery');
  const calls: CallRecord[] = [];
  const client = new Client(platform.url, (call) => calls.push(call));
  await client
    .withoutSession({ attempts: 1 })
    .api.createChallenge({ body: { channel: 'sms', identifier: newPhoneNumber() } })
    .catch(() => {});
  // The second attempt is the redelivery.
  const failed = () => platform.rows('webhooks', 'select 1 from inbox_attempt where attempts >= 2');
  await eventually('the handler has failed', async () => ((await failed()).length > 0 ? true : undefined), 60_000);
  await locked.release();
  const requestId = calls[0]?.requestId ?? '';
  const trace = await waterfallOf(requestId, ({ rows }) => rows.some((row) => row.isLinked && !row.isError));
  const [first, ...others] = trace.rows.filter(({ name }) => name === `process ${oneTimeCodeRequested.type}`);
  expect(first).toMatchObject({ isLinked: false, isError: true });
  expect(others.at(-1)).toMatchObject({ service: 'webhooks', isLinked: true, isError: false });
  expect(others.at(-1)?.traceId).not.toBe(first?.traceId);
}, 120_000);

/** Handlers that write to the table fail with a lock timeout until `release`. */
async function lockTable(service: DatabaseService, table: string) {
  const { DATABASE_OWNER_URL: connectionString } = runningSettings(platform.dataDir).owners[service];
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`begin; lock table ${table} in exclusive mode`);
  let isHeld = true;
  const release = async () => {
    if (isHeld) await client.end();
    isHeld = false;
  };
  return { release, [Symbol.asyncDispose]: release };
}

const identifying = /[0-9a-f]{8}-[0-9a-f]{4}-|@|\+\d{6}|\d{1,3}(\.\d{1,3}){3}/i;

test('P3 names of spans and labels of metrics hold no ids, addresses or numbers of people', async () => {
  const { requests } = await store.requests(new URLSearchParams({ limit: '500', all: '' }));
  const traces = await Promise.all(requests.map(({ traceId }) => store.trace(traceId)));
  const spans = new Set(traces.flatMap((trace) => (trace ? names(trace) : [])));
  expect(spans.size).toBeGreaterThan(100);
  expect(spans.size).toBeLessThan(2000);
  expect([...spans].filter((name) => identifying.test(name))).toEqual([]);

  const port = readRun(platform.dataDir)?.ports?.telemetry ?? 0;
  const metrics = await (await fetch(receiverUrl(port, '/metrics'))).text();
  // `instance` is the id of a process.
  const lines = metrics
    .split('\n')
    .map((line) => line.replace(/instance="[^"]*"/, '').replace(/@(trust|opentelemetry)\//, ''));
  expect(lines.length).toBeGreaterThan(100);
  expect(lines.filter((line) => identifying.test(line.replace(/\} .*/, '}')))).toEqual([]);
});
