import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../demo/client.ts';
import type { Verified } from '../../demo/journey.ts';
import { newPhoneNumber, signIn } from '../../demo/steps/sign-in.ts';
import type { ServiceName } from '../../deploy/local/services.ts';
import { runningSettings } from '../../deploy/local/settings/running-settings.ts';
import { type Platform, startPlatform } from '../platform.ts';
import { RawClient } from '../raw-client.ts';
import { startApplicants, startReaders } from './load.ts';
import { startLoadBalancer } from './load-balancer.ts';
import { startReplicas } from './replicas.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
}, 180_000);
afterAll(() => platform?.[Symbol.asyncDispose]());

const rotated = ['identity', 'provider', 'website'] as const;
const bytes = () => randomBytes(32).toString('base64url');
const key = () => {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return JSON.stringify({ ...jwk, kid: randomUUID() });
};

/** The next values of the secrets of a service, as `npm run rotate` says that they are made. */
function nextValues(service: (typeof rotated)[number]): Record<string, string> {
  if (service === 'website') return { INTERNAL_SECRET: bytes() };
  const own: Record<string, string> = service === 'identity' ? { ASSERTION_KEY: key(), CODE_PEPPER: bytes() } : {};
  return { INTERNAL_SECRET: bytes(), CURSOR_SECRET: bytes(), ...own };
}

const accepting = (values: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${name}_ACCEPTED`, value]));

test('SC4 four secrets are rotated under load, each restart one after the other, and no request fails', async () => {
  // The replicas know the address a minute before it is listened on; until then nobody else gets it.
  const reserved = createServer().listen(0, '127.0.0.1');
  await once(reserved, 'listening');
  const { port } = reserved.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const isTwice = (service: ServiceName) => service === 'gateway' || rotated.some((name) => name === service);
  await using replicas = await startReplicas(platform.dataDir, url, (service) => (isTwice(service) ? 2 : 1));
  const gateways = replicas.of('gateway').map((replica) => replica.port);
  reserved.close();
  await using balancer = await startLoadBalancer(port, gateways);
  const areReady = async () => balancer.areAllReady() || undefined;
  await eventually('both gateways are ready', areReady);
  await using applicants = startApplicants(platform, url, 1);
  const find = async () => applicants.done[0] ?? applicants.failures[0];
  const first = (await eventually('a provider has uploaded', find, 180_000)) as Verified;
  expect(applicants.failures).toEqual([]);
  await using readers = startReaders(url, first, 1);

  // A busy machine may shed load (promise L3), which no rotation explains.
  const client = new RawClient(url, () => {}, { retryMs: 30_000 });
  const repeated = {
    // Another person: the readers have one workspace.
    as: await signIn(client, newPhoneNumber()),
    body: { displayName: 'Repeated through a rotation', kind: 'organisation', operatingModel: 'travels' },
    headers: { 'idempotency-key': randomUUID() },
  };
  const { body: created } = await client.expect<{ id: string }>(201, 'POST', '/providers', repeated);
  const { body: page } = await client.expect<{ nextCursor: string }>(200, 'GET', '/public/categories?limit=1');
  const cursors = [page.nextCursor];
  // A page says in words for people that something is slow; one that stays away fails below.
  const shed = /is overloaded|^GET \/search of \d+: 503/;
  const unexplained = () => balancer.failures.filter((failure) => !shed.test(failure));
  /** What was signed and sealed before is still accepted, by whatever replica answers. */
  async function checkKept(): Promise<void> {
    for (let round = 0; round < 4; round++) {
      const again = await client.expect<{ id: string }>(201, 'POST', '/providers', repeated);
      expect([again.headers.get('idempotency-replayed'), again.body.id]).toEqual(['true', created.id]);
      for (const cursor of cursors)
        await client.expect(200, 'GET', `/public/categories?limit=1&cursor=${encodeURIComponent(cursor)}`);
      expect((await client.send(new Request(`${url}/search`, { headers: { accept: 'text/html' } }))).status).toBe(200);
    }
    const { body } = await client.expect<{ nextCursor: string }>(200, 'GET', '/public/categories?limit=1');
    cursors.push(body.nextCursor);
    expect(unexplained()).toEqual([]);
    expect(Object.keys(readers.outcomes).filter((outcome) => outcome !== '503')).toEqual(['200']);
    expect(applicants.failures).toEqual([]);
  }

  /** A deployment with changed settings. */
  async function deploy(service: ServiceName, settings: Record<string, string | undefined>): Promise<void> {
    for (const replica of replicas.of(service)) {
      replica.change(settings);
      expect([service, await replica.stop()]).toEqual([service, 0]);
      await replica.start();
      await eventually('both gateways are ready', areReady);
    }
    await checkKept();
  }

  const { services: before } = runningSettings(platform.dataDir);
  const values = rotated.map((service) => {
    const next = nextValues(service);
    const previous = Object.fromEntries(Object.keys(next).map((name) => [name, before[service][name]]));
    return { service, next, previous };
  });
  const internalSecrets = values.map(({ service, next }) => [
    `${service.toUpperCase()}_INTERNAL_SECRET`,
    next.INTERNAL_SECRET,
  ]);

  for (const { service, next } of values) await deploy(service, accepting(next));
  const ofWebsite = { WEBSITE_INTERNAL_SECRET_ACCEPTED: before.website.INTERNAL_SECRET };
  await deploy('gateway', { ...Object.fromEntries(internalSecrets), ...ofWebsite });
  for (const { service, next, previous } of values) await deploy(service, { ...next, ...accepting(previous) });

  // The end: the old values open nothing, which the requests of before must notice.
  await readers[Symbol.asyncDispose]();
  await applicants[Symbol.asyncDispose]();
  const [old, recent] = [cursors[0] ?? '', cursors.at(-1) ?? ''];
  for (const { service, next } of values) {
    const none = Object.fromEntries(Object.keys(accepting(next)).map((name) => [name, undefined]));
    for (const replica of replicas.of(service)) {
      replica.change(none);
      await replica.stop();
      await replica.start();
      await eventually('both gateways are ready', areReady);
    }
  }
  const pageAt = (cursor: string) =>
    client.call('GET', `/public/categories?limit=1&cursor=${encodeURIComponent(cursor)}`);
  expect((await pageAt(recent)).status).toBe(200);
  expect((await pageAt(old)).status).toBe(400);
  expect(applicants.failures).toEqual([]);
  expect(unexplained()).toEqual([]);
}, 1_200_000);
