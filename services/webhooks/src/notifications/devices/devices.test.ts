import { randomBytes, randomUUID } from 'node:crypto';
import { auditRecorded } from '@trust/contracts/events/any';
import { personErased, sessionRevoked } from '@trust/contracts/events/identity';
import { person } from '@trust/service-testing/actors';
import { exportPersonalData } from '@trust/service-testing/personal-data';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWebhooks, type Webhooks } from '../../../test/service.ts';
import { rotateTokens } from './rotate-tokens.ts';
import { openTokenVault } from './token-vault.ts';

let webhooks: Webhooks;
beforeAll(async () => {
  webhooks = await startWebhooks({ connections: 4 });
  webhooks.app.limits.take = async () => {};
});
afterAll(() => webhooks[Symbol.asyncDispose]());

const newToken = () => `token:${randomBytes(48).toString('base64url')}`;
type Actor = ReturnType<typeof person>;

function register(actor: Actor, more: object = {}, headers: Record<string, string> = {}) {
  const body = { installationId: randomUUID(), pushService: 'fcm', pushToken: newToken(), ...more };
  return webhooks.post('/devices', { actor, body, headers });
}

const devicesOf = ({ userId }: Actor) =>
  webhooks.db.selectFrom('device').selectAll().where('user_id', '=', userId).orderBy('updated_at').execute();

test('P3 registers a device without returning, storing or logging its token in the clear', async () => {
  const [actor, pushToken] = [person(), newToken()];
  const answer = await register(actor, { pushToken }, { 'accept-language': 'fr' });
  expect(answer).toMatchObject({ status: 201, body: { pushService: 'fcm', locale: 'fr' } });
  expect(answer.headers.get('location')).toBe(`/api/v1/devices/${answer.body.id}`);
  const [device] = await devicesOf(actor);
  if (!device) throw new Error('The device is not stored.');
  expect(webhooks.app.tokens.open(device.id, device)).toBe(pushToken);
  expect(() => webhooks.app.tokens.open(randomUUID(), device)).toThrow();
  const { file } = await exportPersonalData(webhooks, 'webhooks', actor.userId);
  expect(file).toMatchObject({ devices: [{ pushService: 'fcm', locale: 'fr' }] });
  const audited = await webhooks.emitted(auditRecorded.webhooks);
  expect(audited.at(-1)).toMatchObject({ action: 'createDevice', after: { isNew: true, hasNewToken: true } });
  const bytes = Object.values(device).map((value) =>
    Buffer.isBuffer(value) ? value.toString('latin1') : String(value),
  );
  for (const text of [
    JSON.stringify(answer.body),
    ...bytes,
    JSON.stringify(file),
    JSON.stringify(audited),
    ...webhooks.logged,
  ])
    expect(text).not.toContain(pushToken);
});

test('updates an installation with its new token, and keeps its id', async () => {
  const [actor, installationId] = [person(), randomUUID()];
  const first = await register(actor, { installationId });
  webhooks.advanceClock(60);
  const pushToken = newToken();
  const second = await register(actor, { installationId, pushToken, locale: 'fr' });
  expect(second).toMatchObject({ status: 200, body: { id: first.body.id, locale: 'fr' } });
  const devices = await devicesOf(actor);
  expect(devices).toHaveLength(1);
  expect(devices.map((device) => webhooks.app.tokens.open(device.id, device))).toEqual([pushToken]);
});

test.each(['installation', 'token'])(
  'D2 another person cannot take an %s over, and the first keeps their pushes',
  async (what) => {
    const [first, thief] = [person(), person()];
    const [installationId, pushToken] = [randomUUID(), newToken()];
    await register(first, { installationId, pushToken });
    const taken = what === 'token' ? { pushToken } : { installationId };
    webhooks.advanceClock(30 * 86_400 - 1);
    const refused = await register(thief, taken);
    expect([refused.status, refused.body.type.split('/').at(-1)]).toEqual([409, 'state-conflict']);
    expect([(await devicesOf(first)).length, (await devicesOf(thief)).length]).toEqual([1, 0]);
  },
);

test('a device moves to another person after 30 days of silence, under another id', async () => {
  const [first, second] = [person(), person()];
  const [installationId, pushToken] = [randomUUID(), newToken()];
  const { body: own } = await register(first, { installationId, pushToken });
  webhooks.advanceClock(30 * 86_400);
  const { status, body: moved } = await register(second, { installationId, pushToken });
  expect([status, (await devicesOf(first)).length, moved.id === own.id]).toEqual([201, 0, false]);
  expect(await webhooks.delete(`/devices/${own.id}`, { actor: first })).toMatchObject({ status: 404 });
});

test('a device moves at once when the first person deletes it or signs out', async () => {
  const [first, second] = [person(), person()];
  const [installationId, pushToken] = [randomUUID(), newToken()];
  const { body } = await register(first, { installationId, pushToken });
  await webhooks.delete(`/devices/${body.id}`, { actor: first });
  expect((await register(second, { installationId, pushToken })).status).toBe(201);
  await webhooks.deliver(sessionRevoked, { sessionId: second.sessionId });
  expect((await register(first, { installationId, pushToken })).status).toBe(201);
});

test('of concurrent registrations of one token one succeeds', async () => {
  const [people, pushToken] = [Array.from({ length: 6 }, () => person()), newToken()];
  const answers = await Promise.all(people.map((actor) => register(actor, { pushToken })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  expect((await Promise.all(people.map(devicesOf))).flat()).toHaveLength(1);
});

test('removes an own device; D2 that of another person is absent', async () => {
  const [actor, other] = [person(), person()];
  const { id } = (await register(actor)).body;
  const remove = (by: Actor, which = id) => webhooks.delete(`/devices/${which}`, { actor: by });
  const [foreign, absent] = [await remove(other), await remove(other, randomUUID())];
  expect(foreign.status).toBe(404);
  expect({ ...foreign.body, requestId: '', instance: '' }).toEqual({ ...absent.body, requestId: '', instance: '' });
  expect((await remove(actor)).status).toBe(204);
  expect((await remove(actor)).status).toBe(404);
});

test('the end of a session, an erasure and the 21st device remove registrations', async () => {
  const [signedOut, erased, collector] = [person(), person(), person()];
  for (const actor of [signedOut, erased]) await register(actor);
  await webhooks.deliver(sessionRevoked, { sessionId: signedOut.sessionId });
  const erasedAt = webhooks.clock.now.toISOString();
  await webhooks.deliver(personErased, { userId: erased.userId, contacts: [], erasedAt });
  for (const actor of [signedOut, erased]) expect(await devicesOf(actor)).toEqual([]);

  const first = await register(collector);
  for (let index = 0; index < 20; index++) {
    webhooks.advanceClock(1);
    await register(collector);
  }
  const kept = await devicesOf(collector);
  expect(kept).toHaveLength(20);
  expect(kept.map(({ id }) => id)).not.toContain(first.body.id);
});

test('rotates the secret: old envelopes open, are sealed again, and then open without the old secret', async () => {
  const actor = person();
  const [oldSecret, newSecret] = [1, 2].map(() => randomBytes(32).toString('base64url')) as [string, string];
  const [installationId, pushToken] = [randomUUID(), newToken()];
  await webhooks.db.deleteFrom('device').execute();
  webhooks.app.tokens = openTokenVault([oldSecret]);
  await register(actor, { installationId, pushToken });
  webhooks.app.tokens = openTokenVault([newSecret, oldSecret]);
  // A token is found under the old secret too.
  await register(actor, { pushToken });
  expect(await devicesOf(actor)).toHaveLength(1);
  webhooks.app.tokens = openTokenVault([oldSecret]);
  await register(actor, { installationId, pushToken });
  webhooks.app.tokens = openTokenVault([newSecret, oldSecret]);
  expect(await rotateTokens(webhooks.app)).toBe(1);
  expect(await rotateTokens(webhooks.app)).toBe(0);
  const [device] = await devicesOf(actor);
  expect(device && openTokenVault([newSecret]).open(device.id, device)).toBe(pushToken);
});

test.each([
  ['a token with a slash', { pushToken: `${'a'.repeat(64)}/../` }],
  ['a token of APNs that is not hexadecimal', { pushService: 'apns', pushToken: 'x'.repeat(64) }],
  ['an installation id that is no UUID', { installationId: 'my-phone' }],
  ['another push service', { pushService: 'http://127.0.0.1' }],
])('I5 rejects %s', async (_name, body) => {
  expect(await register(person(), body)).toMatchObject({ status: 400 });
});
