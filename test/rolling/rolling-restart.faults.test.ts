import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../demo/client.ts';
import type { Verified } from '../../demo/journey.ts';
import { freePort } from '../../deploy/local/ports.ts';
import { services } from '../../deploy/local/services.ts';
import { journeyEffects } from '../journey-effects.ts';
import { type Platform, startPlatform } from '../platform.ts';
import { startApplicants, startReaders } from './load.ts';
import { startLoadBalancer } from './load-balancer.ts';
import { startReplicas } from './replicas.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
}, 180_000);
afterAll(() => platform?.[Symbol.asyncDispose]());

test('L6 a replica of every service restarts while providers upload and read, and no request fails', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  await using replicas = await startReplicas(platform.dataDir, url);
  const gateways = replicas.of('gateway').map((replica) => replica.port);
  await using balancer = await startLoadBalancer(port, gateways);
  const areGatewaysReady = async () => balancer.areAllReady() || undefined;
  await eventually('both gateways are ready', areGatewaysReady);

  await using applicants = startApplicants(platform, url, 2);
  const first = await eventually(
    'a first provider has uploaded',
    async () => applicants.done[0] ?? applicants.failures[0],
    120_000,
  );
  expect(applicants.failures).toEqual([]);
  await using readers = startReaders(url, first as Verified, 2);
  const uploads: Record<string, number> = {};
  for (const service of services) {
    const before = applicants.done.length;
    for (const replica of replicas.of(service)) {
      expect([service, await replica.stop()]).toEqual([service, 0]);
      await replica.start();
      await eventually('both gateways are ready', areGatewaysReady);
    }
    // The restart must have had uploads beside it, and the next one starts with a working platform.
    await eventually(
      `an upload beside the restart of ${service}`,
      async () => (applicants.done.length > before || applicants.failures.length > 0 ? true : undefined),
      120_000,
    );
    uploads[service] = applicants.done.length - before;
    // A busy machine may shed load (promise L3), which no restart explains.
    const failures = balancer.failures.filter((failure) => !failure.includes('is overloaded'));
    expect([service, failures]).toEqual([service, []]);
  }
  await readers[Symbol.asyncDispose]();
  await applicants[Symbol.asyncDispose]();

  expect(applicants.failures).toEqual([]);
  expect(Object.keys(readers.outcomes).filter((outcome) => outcome !== '503')).toEqual(['200']);
  expect(Object.keys(uploads)).toEqual([...services]);

  await platform.settled();
  const effects = journeyEffects(platform.rows, platform.dataDir);
  for (const verified of applicants.done) {
    const requirements = verified.case.requirements.length;
    expect(await effects.countsOf({ ...verified, claims: [], timeline: [] })).toMatchObject({
      people: 1,
      assignments: 1,
      providers: 1,
      intents: requirements,
      evidenceVersions: requirements,
      cases: 1,
      parked: 0,
    });
  }
  const writes = applicants.calls.filter(
    ({ method, status, path }) => method === 'POST' && status < 300 && path.startsWith('/'),
  );
  const requestIds = writes.map(({ requestId }) => requestId);
  expect(await effects.entriesOf(requestIds)).toEqual(requestIds.map(() => 1));
}, 900_000);
