import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, eventually, type Session } from '../../demo/client.ts';
import { newPhoneNumber, signIn } from '../../demo/steps/sign-in.ts';
import { runningSettings } from '../../deploy/local/settings/running-settings.ts';
import { type Platform, startPlatform } from '../platform.ts';

let platform: Platform;
let client: Client;
beforeAll(async () => {
  platform = await startPlatform();
  client = new Client(platform.url, () => {}, { retryMs: 30_000 });
}, 180_000);
afterAll(() => platform?.[Symbol.asyncDispose]());

async function send(session: Session, method: string, path: string, body?: object) {
  const response = await fetch(`${platform.url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${session.accessToken}`,
      ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : undefined };
}

async function makeManager() {
  const owner = await signIn(client, newPhoneNumber());
  const provider = { displayName: 'Outage Électricité', kind: 'organisation', operatingModel: 'travels' };
  const { body } = await send(owner, 'POST', '/providers', provider);
  const identifier = newPhoneNumber();
  const invited = await send(owner, 'POST', `/providers/${body.id}/representatives`, {
    channel: 'sms',
    identifier,
    role: 'manager',
  });
  expect(invited.status).toBe(201);
  await platform.settled();
  const manager = await signIn(client, identifier);
  const accept = `/account/invitations/${invited.body.id}/accept`;
  expect((await send(manager, 'POST', accept, { displayName: 'Anna Martin' })).status).toBe(200);
  await platform.settled();
  return { owner, manager, providerId: body.id as string, assignmentId: invited.body.id as string };
}

test('A4 who is dismissed while identity is killed is not served again once it is back', async () => {
  const { owner, manager, providerId, assignmentId } = await makeManager();
  const read = async () => (await send(manager, 'GET', `/providers/${providerId}/evidence`)).status;
  await eventually('the manager is served', async () => ((await read()) === 200 ? true : undefined));

  // Identity has the event and cannot apply it: as a killed process, it keeps it from the next one for some seconds.
  const holder = new pg.Client({
    connectionString: runningSettings(platform.dataDir).owners.identity.DATABASE_OWNER_URL,
  });
  await holder.connect();
  await using release = new AsyncDisposableStack();
  release.defer(() => holder.end());
  await holder.query('begin');
  await holder.query('select from assignment where id = $1 for update', [assignmentId]);
  const dismissed = await send(owner, 'DELETE', `/providers/${providerId}/representatives/${assignmentId}`);
  expect(dismissed.status).toBe(204);
  await eventually('identity waits for the lock', async () => {
    return (await platform.rows('identity', 'select from pg_locks where not granted')).length > 0 ? true : undefined;
  });
  platform.kill('identity');
  await release.disposeAsync();

  const statuses: number[] = [];
  for (const until = Date.now() + 60_000; Date.now() < until && statuses.at(-1) !== 404; await delay(100))
    statuses.push(await read());
  // Until then the gateway has the answer of a second ago.
  const afterCrash = statuses.slice(statuses.indexOf(503));
  expect(statuses).toContain(503);
  expect(afterCrash.filter((status) => status === 200)).toEqual([]);
  expect(afterCrash.at(-1)).toBe(404);
}, 180_000);
