import { randomUUID } from 'node:crypto';
import { oneTimeCodeRequested, oneTimeCodeWithheld } from '@trust/contracts/events/identity';
import { parseSetCookie } from 'cookie';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dumpText, spellingsOf } from '../../../test/backup.ts';
import { comparable } from '../../../test/code-requests.ts';
import {
  challenge,
  type Identity,
  member,
  newAddress,
  otherThan,
  portal,
  signIn,
  startIdentity,
} from '../../../test/service.ts';
import { changeRole } from '../../operators/roles/change-role.ts';

let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity({ connections: 4, limits: { 'challenge-ip': 1000, 'verify-ip': 1000 } });
});
afterAll(() => identity[Symbol.asyncDispose]());

const from = (device: string) => ({ 'x-device-id': device });
const ask = (identifier: string, headers: Record<string, string> = {}) =>
  identity.post('/auth/challenges', { body: { channel: 'email', identifier }, headers });
const verify = (challengeId: string, code: string, headers: Record<string, string> = {}) =>
  identity.post(`/auth/challenges/${challengeId}/verify`, { body: { code }, headers });
const withheld = async () => (await identity.emitted(oneTimeCodeWithheld)).map(({ reason }) => reason);
const sent = async () => (await identity.emitted(oneTimeCodeRequested)).length;
const knownDevices = () => identity.db.selectFrom('known_device').selectAll().execute();

async function newOperator(): Promise<{ address: string; device: string }> {
  const [address, device] = [newAddress(), randomUUID()];
  await changeRole(identity.app, { action: 'grant', identifier: address, role: 'triage' }, identity.clock.now);
  await signIn(identity, address, from(device));
  identity.advanceClock(61);
  return { address, device };
}

test('A6 strangers’ requests for codes do not block an operator on a known device', async () => {
  const { address, device } = await newOperator();
  for (let time = 0; time < 30; time++) expect((await ask(address, from(randomUUID()))).status).toBe(202);
  for (let time = 0; time < 2; time++) {
    const before = await sent();
    const { challengeId, code } = await challenge(identity, address, from(device));
    expect(await sent()).toBe(before + 1);
    expect((await verify(challengeId, code, from(device))).status).toBe(200);
    identity.advanceClock(61);
  }
});

test('A6 strangers’ guesses do not use up the attempts of an operator on a known device', async () => {
  const { address, device } = await newOperator();
  const { body } = await ask(address, from(randomUUID()));
  const { challengeId, code } = await challenge(identity, address, from(device));
  for (let time = 0; time < 5; time++)
    expect((await verify(body.challengeId, otherThan(code), from(randomUUID()))).status).toBe(401);
  expect((await verify(challengeId, code, from(device))).status).toBe(200);
});

test('A6 limits a device to three codes in ten minutes for an identity, and one a minute', async () => {
  const [address, device] = [newAddress(), randomUUID()];
  for (let time = 1; time <= 3; time++) {
    expect((await ask(address, from(device))).status).toBe(202);
    const soon = await ask(address, from(device));
    expect([soon.status, soon.headers.get('retry-after')]).toEqual([429, '60']);
    identity.advanceClock(60);
  }
  expect((await ask(address, from(device))).status).toBe(429);
  expect((await ask(newAddress(), from(device))).status).toBe(202);
});

test('A1 A2 A6 withholds codes after ten a day for unknown devices, with the same response', async () => {
  const address = newAddress();
  const [before, already] = [await sent(), (await withheld()).length];
  const answers = [];
  for (let time = 1; time <= 12; time++) answers.push(comparable(await ask(address, from(randomUUID()))));
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0]).toMatchObject({ status: 202 });
  expect(await sent()).toBe(before + 10);
  expect((await withheld()).slice(already)).toEqual(['identity', 'identity']);
  const { challengeId, code } = await challenge(identity, address, from(randomUUID()));
  expect((await verify(challengeId, code)).status).toBe(401);
});

test('A6 limits known devices to thirty codes a day of their own', async () => {
  await using patient = await startIdentity({ limits: { 'challenge-identity': 1000, 'challenge-ip': 1000 } });
  const [address, device] = [newAddress(), from(randomUUID())];
  const next = () =>
    patient.post('/auth/challenges', { body: { channel: 'email', identifier: address }, headers: device });
  await signIn(patient, address, device);
  for (let time = 1; time <= 30; time++) {
    patient.advanceClock(60);
    expect((await next()).status).toBe(202);
  }
  patient.advanceClock(60);
  const refused = await next();
  expect(refused.status).toBe(429);
  expect(refused.headers.get('ratelimit-policy')).toContain('"challenge-known-day";q=30;w=86400');
});

test('counts requests without a device id by network, and stores no device for them', async () => {
  const address = newAddress();
  const network = (ip: string) => ({ 'x-forwarded-for': ip });
  const before = (await knownDevices()).length;
  expect((await ask(address, network('192.0.2.1'))).status).toBe(202);
  expect((await ask(address, network('192.0.2.77'))).status).toBe(429);
  expect((await ask(address, network('198.51.100.1'))).status).toBe(202);
  await member(identity);
  expect(await knownDevices()).toHaveLength(before);
});

test.each([['too short'], ['0f8fad5b-d9cb-469f-a165-70867728950e;'], ['x'.repeat(129)], ['']])(
  'returns 400 for a malformed device id: %s',
  async (device) => {
    const answer = await ask(newAddress(), from(device));
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'X-Device-Id', code: 'invalid_format' }] } });
  },
);

test('sets a device cookie when a browser signs in, which makes the browser a known device', async () => {
  const address = newAddress();
  const { challengeId, code } = await challenge(identity, address);
  const path = `/auth/challenges/${challengeId}/verify`;
  const headers = { origin: portal };
  const answer = await identity.post(path, { body: { code, transport: 'cookie' }, headers });
  const cookies = answer.headers.getSetCookie().map((cookie) => parseSetCookie(cookie));
  const device = cookies.find(({ name }) => name === '__Host-device');
  const lasting = { path: '/', secure: true, httpOnly: true, sameSite: 'strict', maxAge: 400 * 24 * 3600 };
  expect(device).toMatchObject(lasting);
  identity.advanceClock(61);

  for (let time = 0; time < 12; time++) await ask(address, from(randomUUID()));
  const before = await sent();
  await challenge(identity, address, { cookie: `__Host-device=${device?.value}` });
  expect(await sent()).toBe(before + 1);
  expect((await ask(newAddress(), { cookie: '__Host-device=made up' })).status).toBe(202);
});

test('a device is known only for identities that it signed in to', async () => {
  const [device, one, other] = [from(randomUUID()), newAddress(), newAddress()];
  await signIn(identity, one, device);
  await signIn(identity, other);
  for (let time = 0; time < 12; time++) await ask(other, from(randomUUID()));
  const before = await sent();
  await challenge(identity, other, device);
  expect(await sent()).toBe(before);
});

test('P2 stores only a keyed hash of a device, different for each identity', async () => {
  const device = randomUUID();
  const before = (await knownDevices()).length;
  for (const address of [newAddress(), newAddress()]) await signIn(identity, address, from(device));
  const hashes = (await knownDevices()).slice(before).map(({ device_hash }) => device_hash.toString('hex'));
  expect(new Set(hashes).size).toBe(2);
  const text = await dumpText(identity);
  expect(spellingsOf(device).filter((spelling) => text.includes(spelling))).toEqual([]);
});

test('deletes a device when its owner ends the session, when the person is erased, and after 400 days', async () => {
  const signedIn = async () => {
    const before = new Set((await knownDevices()).map(({ device_hash }) => device_hash.toString('hex')));
    const somebody = await member(identity, newAddress(), from(randomUUID()));
    const isKnown = async () => {
      const own = (await knownDevices()).filter(({ device_hash }) => !before.has(device_hash.toString('hex')));
      return own.length > 0;
    };
    expect(await isKnown()).toBe(true);
    return { ...somebody, isKnown };
  };
  const lost = await signedIn();
  await identity.delete(`/auth/sessions/${lost.session.id}`, { actor: lost.actor });
  expect(await lost.isKnown()).toBe(false);
  const erased = await signedIn();
  expect((await identity.delete('/account', { actor: erased.actor })).status).toBe(204);
  expect(await erased.isKnown()).toBe(false);
  const old = await signedIn();
  await identity.prune(400 * 24 * 3600);
  expect(await old.isKnown()).toBe(true);
  await identity.prune(400 * 24 * 3600 + 1);
  expect(await old.isKnown()).toBe(false);
});
