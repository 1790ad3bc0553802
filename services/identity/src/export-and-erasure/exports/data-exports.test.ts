import { auditedServices, exportPartSealed } from '@trust/contracts/events/any';
import { exportRequested } from '@trust/contracts/events/identity';
import { sealExportPart } from '@trust/personal-data/export-part';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storePasskey } from '../../../test/passkey-sessions.ts';
import { type Identity, member, newAddress, startIdentity } from '../../../test/service.ts';

let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity({ connections: 4 });
});
afterAll(() => identity[Symbol.asyncDispose]());

type Actor = Awaited<ReturnType<typeof member>>['actor'];
const day = 24 * 60 * 60;
const seconds = () => Math.floor(identity.clock.now.getTime() / 1000);
const ask = (actor: Actor) => {
  const authenticatedAt = seconds();
  return identity.post('/account/exports', { actor: { ...actor, authenticatedAt } });
};
const read = (actor: Actor, id: string) => identity.get(`/account/exports/${id}`, { actor });

async function answer(exportId: string, service: (typeof auditedServices)[number], content: object, times = 1) {
  const requested = (await identity.emitted(exportRequested)).find((event) => event.exportId === exportId);
  if (!requested) throw new Error('Nothing was asked for.');
  const pieces = await sealExportPart({ ...content }, requested.sealTo);
  for (let time = 0; time < times; time++) {
    for (const [index, sealed] of [...pieces.entries()].reverse()) {
      const place = { exportId, part: index + 1, of: pieces.length };
      await identity.deliver(exportPartSealed[service], { ...place, sealed });
    }
  }
  return pieces.length;
}

test('lists missing parts, and returns one file once every service has sent its part', async () => {
  const { actor, identifier, session } = await member(identity, newAddress(), {
    'x-device-id': 'a-device-of-its-owner',
  });
  await identity.put('/account/profile', { actor, body: { displayName: 'Zoë', locale: 'fr' } });
  await storePasskey(identity, actor.userId, 'Key ring');
  const { status, body } = await ask(actor);
  expect({ status, body }).toMatchObject({
    status: 202,
    body: {
      state: 'collecting',
      pending: ['provider', 'evidence', 'verification', 'operations', 'webhooks'],
      file: null,
    },
  });

  await answer(body.id, 'provider', { representations: [{ displayName: 'Volta' }] }, 2);
  await answer(body.id, 'verification', { appeals: [] });
  await answer(body.id, 'operations', { actions: [] });
  const bigUploads = Array.from({ length: 3000 }, (_, n) => ({ label: `Document number ${n} of the person` }));
  expect(await answer(body.id, 'evidence', { uploads: bigUploads })).toBeGreaterThan(1);
  expect((await read(actor, body.id)).body).toMatchObject({ state: 'collecting', pending: ['webhooks'], file: null });
  await answer(body.id, 'webhooks', { notifications: [] });

  const whole = (await read(actor, body.id)).body;
  expect(whole).toMatchObject({ state: 'ready', pending: [] });
  expect(Object.keys(whole.file)).toEqual([...auditedServices]);
  expect(whole.file.identity).toMatchObject({
    profile: { displayName: 'Zoë', locale: 'fr', contactPoints: [{ identifier }] },
    consents: [],
    roles: [],
    sessions: [{ id: session.id, state: 'active', label: 'Unnamed device', authenticatedBy: 'one_time_code' }],
    passkeys: [{ name: 'Key ring', synced: true, createdAt: identity.clock.now.toISOString(), lastUsedAt: null }],
    knownDevices: [
      { firstSignedInAt: identity.clock.now.toISOString(), lastSignedInAt: identity.clock.now.toISOString() },
    ],
  });
  expect(whole.file.provider).toEqual({ representations: [{ displayName: 'Volta' }] });
  expect(whole.file.evidence.uploads).toEqual(bigUploads);
});

test('L1 the file of an export needs a fresh sign-in, its progress does not', async () => {
  const { actor } = await member(identity, newAddress());
  const { body } = await ask(actor);
  const old = { ...actor, authenticatedAt: seconds() - 301 };
  expect(await read(old, body.id)).toMatchObject({ status: 200, body: { state: 'collecting', file: null } });
  for (const service of auditedServices) if (service !== 'identity') await answer(body.id, service, {});
  expect(await read(old, body.id)).toMatchObject({
    status: 401,
    body: { type: 'http://trust.test/problems/step-up-required' },
  });
  expect(await read({ ...actor, authenticatedAt: seconds() }, body.id)).toMatchObject({
    body: { state: 'ready' },
  });
});

test('returns the same export within 24 hours, and a new one afterwards', async () => {
  const { actor } = await member(identity);
  const first = (await ask(actor)).body;
  identity.advanceClock(day - 1);
  expect((await ask(actor)).body.id).toBe(first.id);
  identity.advanceClock(2);
  expect((await ask(actor)).body.id).not.toBe(first.id);
});

test('returns the same export to four concurrent requests', async () => {
  const { actor } = await member(identity);
  const answers = await Promise.all(Array.from({ length: 4 }, () => ask(actor)));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(
    (await identity.emitted(exportRequested)).filter(({ userId: personId }) => personId === actor.userId),
  ).toHaveLength(1);
});

test('L1 returns 429 for the sixth request of a day', async () => {
  const { actor } = await member(identity);
  for (let n = 0; n < 5; n++) expect((await ask(actor)).status).toBe(202);
  const refused = await ask(actor);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3600);
});

test('D2 returns the same 404 for another person’s, an unknown and, after seven days, one’s own export', async () => {
  const [one, other] = [await member(identity), await member(identity)];
  const { body } = await ask(one.actor);
  const foreign = await read(other.actor, body.id);
  const unknown = await read(other.actor, identity.app.newId());
  expect(foreign.status).toBe(404);
  const { requestId: _a, instance: _b, ...seen } = foreign.body;
  const { requestId: _c, instance: _d, ...random } = unknown.body;
  expect(seen).toEqual(random);
  identity.advanceClock(7 * day - 1);
  expect((await read(one.actor, body.id)).status).toBe(200);
  identity.advanceClock(1);
  expect((await read(one.actor, body.id)).status).toBe(404);
  await identity.prune(0);
  const left = await sql`select from data_export_part where export_id = ${body.id}`.execute(identity.db);
  expect(left.rows).toEqual([]);
  await expect(answer(body.id, 'evidence', { uploads: [] })).resolves.toBe(1);
});

test('P2 stores and emits nothing of an export in clear', async () => {
  const { actor, identifier } = await member(identity);
  const { body } = await ask(actor);
  await answer(body.id, 'provider', { representations: ['Canary of the provider'] });
  const { rows } = await sql<{ text: string }>`
    select row_to_json(e)::text as text from data_export e union all select row_to_json(p)::text from data_export_part p
    union all select row_to_json(o)::text from outbox o`.execute(identity.db);
  expect(rows.filter(({ text }) => text.includes('Canary') || text.includes(identifier))).toEqual([]);
});
