import { randomUUID } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { person, representative } from '@trust/service-testing/actors';
import { startSample } from '@trust/service-testing/sample-service';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyedRoutes } from '../../test/keyed-routes.ts';
import type { Secret } from '../sealing/secret.ts';
import { deleteStoredAnswers, once } from './idempotency.ts';
import { reply } from './reply.ts';

let service: Awaited<ReturnType<typeof startSample>>;
beforeAll(async () => {
  service = await startSample(keyedRoutes, { connections: 8, limits: { 'profile-mutation': 1000 } });
});
afterAll(() => service[Symbol.asyncDispose]());

const post = (actor: ReturnType<typeof person>, key: string, body: unknown) =>
  service.post('/things', { actor, body, headers: { 'idempotency-key': key } });
const effects = async (name: string) =>
  (await sql`select from inbox where consumer = ${name}`.execute(service.db)).rows.length;

test('C1 sixteen parallel requests with one key have one effect and one response', async () => {
  const [actor, key, name] = [person(), randomUUID(), randomUUID()];
  const answers = await Promise.all(Array.from({ length: 16 }, () => post(actor, key, { name })));
  expect(await effects(name)).toBe(1);
  for (const { status, body, headers } of answers.filter(({ status }) => status !== 201)) {
    expect({ status, errors: body.errors }).toMatchObject({
      status: 409,
      errors: [{ field: 'Idempotency-Key', code: 'idempotency_key_in_progress' }],
    });
    expect(headers.get('retry-after')).toBe('1');
  }
  expect(new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.id)).size).toBe(1);
});

test('C1 a repeat returns the stored response in any key order, with Idempotency-Replayed', async () => {
  const [actor, key, name] = [person(), randomUUID(), randomUUID()];
  const first = await post(actor, key, { name, more: 1 });
  const again = await post(actor, key, { more: 1, name });
  expect(again).toMatchObject({ status: 201, body: first.body });
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.headers.get('location')).toBe(first.headers.get('location'));
  expect(await effects(name)).toBe(1);
});

test('C1 another request under the same key is 409, another actor is independent', async () => {
  const [actor, key, name] = [person(), randomUUID(), randomUUID()];
  await post(actor, key, { name });
  expect(await post(actor, key, { name, more: 2 })).toMatchObject({
    status: 409,
    body: { errors: [{ code: 'idempotency_key_reused' }] },
  });
  expect((await post(person(), key, { name })).status).toBe(201);
  expect(await effects(name)).toBe(2);
});

test('C1 accepts a key of 255 characters and returns 400 for a longer one', async () => {
  const [actor, name] = [person(), randomUUID()];
  expect((await post(actor, 'k'.repeat(255), { name })).status).toBe(201);
  expect(await post(actor, 'k'.repeat(256), { name })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'Idempotency-Key', code: 'too_big' }] },
  });
  expect(await effects(name)).toBe(1);
});

test('C1 a key that was used in one workspace is 409 in another', async () => {
  const [first, second] = [randomUUID(), randomUUID()];
  const assignments = [...representative(first).assignments, ...representative(second).assignments];
  const actor = person({ assignments });
  const headers = { 'idempotency-key': randomUUID() };
  const postIn = (workspaceProviderId: string) =>
    service.post('/me/things', { actor: { ...actor, workspaceProviderId }, body: {}, headers });
  for (const _again of [1, 2]) expect(await postIn(first)).toMatchObject({ status: 201, body: { providerId: first } });
  expect(await postIn(second)).toMatchObject({ status: 409, body: { errors: [{ code: 'idempotency_key_reused' }] } });
});

const stored = async (actor: ReturnType<typeof person>) =>
  (await sql`select from idempotency_key where actor = ${actor.userId}`.execute(service.db)).rows.length;

test('SC4 during a rotation a repeated request gets the answer that either secret has sealed', async () => {
  const request = { actor: randomUUID(), route: 'postThing', fingerprint: Buffer.alloc(32), now: service.clock.now };
  const send = (secret: Secret, key: string) =>
    service.db.transact((trx) => once(trx, { ...request, secret, key }, async () => reply({ by: secret })));
  for (const [first, later] of [
    [
      ['old', 'new'],
      ['new', 'old'],
    ],
    [
      ['new', 'old'],
      ['old', 'new'],
    ],
    [['new', 'old'], 'new'],
  ] as const) {
    const key = randomUUID();
    await send(first, key);
    expect((await send(later, key)).body).toEqual({ by: first });
  }
  const key = randomUUID();
  await send('old', key);
  await expect(send('new', key)).rejects.toThrow();
});

const refusals = [400, 401, 403, 404, 409, 429, 503];
test.each(refusals)('C1 does not store a %i response, so its key can be reused', async (status) => {
  const [actor, key, name] = [person(), randomUUID(), randomUUID()];
  for (const _again of [1, 2]) {
    const refused = await post(actor, key, { name, more: status });
    expect([refused.status, refused.headers.get('idempotency-replayed')]).toEqual([status, null]);
  }
  expect([await effects(name), await stored(actor)]).toEqual([0, 0]);
  const answer = await post(actor, key, { name });
  expect([answer.status, answer.headers.get('idempotency-replayed')]).toEqual([201, null]);
  expect(await effects(name)).toBe(1);
});

test('C1 a response without a change is not stored, and its key can be used again', async () => {
  const [actor, key, name] = [person(), randomUUID(), randomUUID()];
  for (const _again of [1, 2]) {
    const answer = await post(actor, key, { name, more: 200 });
    expect([answer.status, answer.headers.get('idempotency-replayed')]).toEqual([200, null]);
  }
  expect([await effects(name), await stored(actor)]).toEqual([0, 0]);
  expect((await post(actor, key, { name })).status).toBe(201);
  expect([await effects(name), await stored(actor)]).toEqual([1, 1]);
});

test('C1 a replay uses no rate limit, even when the limit is exhausted', async () => {
  await using narrow = await startSample(keyedRoutes, { urls: service.urls, limits: { 'profile-mutation': 2 } });
  const [actor, key, name] = [person(), randomUUID(), randomUUID()];
  const send = (under: string, body: unknown = { name }) =>
    narrow.post('/things', { actor, body, headers: { 'idempotency-key': under } });
  const first = await send(key);
  const repeat = async () => {
    const { status, body, headers } = await send(key);
    expect([status, body, headers.get('idempotency-replayed')]).toEqual([201, first.body, 'true']);
    expect(headers.get('ratelimit')).toBe(null);
  };
  for (const _again of [1, 2, 3]) await repeat();
  expect((await send(randomUUID())).status).toBe(201);
  expect((await send(randomUUID())).status).toBe(429);
  await repeat();
  expect((await send(key, { name, more: 1 })).status).toBe(409);
  expect(await effects(name)).toBe(2);
});

test('C1 a rate-limited request can use its key again', async () => {
  await using narrow = await startSample(keyedRoutes, { urls: service.urls, limits: { 'profile-mutation': 1 } });
  const [actor, key, name] = [person(), randomUUID(), randomUUID()];
  const send = (under: string) =>
    narrow.post('/things', { actor, body: { name }, headers: { 'idempotency-key': under } });
  expect((await send(randomUUID())).status).toBe(201);
  expect((await send(key)).status).toBe(429);
  await sql`delete from rate_limit`.execute(service.db);
  const answer = await send(key);
  expect([answer.status, answer.headers.get('idempotency-replayed')]).toEqual([201, null]);
  expect(await effects(name)).toBe(2);
});

test('C1 refuses a missing key, and a key expires after 24 h', async () => {
  const [actor, key, name] = [person(), randomUUID(), randomUUID()];
  expect((await post(actor, key, { name })).status).toBe(201);
  expect(await service.post('/things', { actor, body: { name } })).toMatchObject({
    status: 400,
    body: { errors: [{ code: 'idempotency_key_required' }] },
  });
  service.advanceClock(24 * 3600 - 1);
  expect((await post(actor, key, { name })).headers.get('idempotency-replayed')).toBe('true');
  service.advanceClock(2);
  const fresh = await post(actor, key, { name });
  expect([fresh.status, fresh.headers.get('idempotency-replayed')]).toEqual([201, null]);
  expect(await effects(name)).toBe(2);
});

test('P2 a repeat of words of others is read again: nothing of them is stored, and no limit is used', async () => {
  await using narrow = await startSample(keyedRoutes, { urls: service.urls, limits: { 'profile-mutation': 2 } });
  const [actor, name] = [person(), randomUUID()];
  const send = (key: string) => narrow.post('/words', { actor, body: { name }, headers: { 'idempotency-key': key } });
  const key = randomUUID();
  expect(await send(key)).toMatchObject({ status: 201, body: { id: name, count: 1 } });
  expect(await send(randomUUID())).toMatchObject({ status: 201, body: { count: 2 } });
  const again = await send(key);
  expect(again).toMatchObject({ status: 201, body: { id: name, count: 2 } });
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.headers.get('location')).toBe(`/api/v1/words/${name}`);
  expect((await send(randomUUID())).status).toBe(429);
});

test('P2 a route whose repeat is read again cannot store its answer', async () => {
  const send = (key: object) =>
    service.post('/words', { actor: person(), body: { name: randomUUID(), asStored: true }, headers: { ...key } });
  expect((await send({ 'idempotency-key': randomUUID() })).status).toBe(500);
  expect((await send({})).status).toBe(201);
});

test('P2 the stored answers of an erased person are deleted, and those of others stay', async () => {
  const [erased, other] = [person(), person()];
  for (const actor of [erased, other]) await post(actor, randomUUID(), { name: randomUUID() });
  await service.db.transact((trx) => deleteStoredAnswers(trx, erased.userId));
  expect([await stored(erased), await stored(other)]).toEqual([0, 1]);
});

/** Empty if it is not possible; random bytes sometimes are compressed text. */
function inflated(bytes: Buffer): string {
  try {
    return inflateRawSync(bytes).toString();
  } catch {
    return '';
  }
}

test('the stored response is encrypted in its row', async () => {
  const [actor, key, name] = [person(), randomUUID(), randomUUID()];
  const { body } = await post(actor, key, { name });
  const { rows } = await sql<{
    answer: Buffer;
  }>`select answer from idempotency_key where actor = ${actor.userId}`.execute(service.db);
  const [answer = Buffer.alloc(0)] = rows.map((row) => row.answer);
  expect(answer.includes(body.id)).toBe(false);
  expect(inflated(answer)).not.toContain(body.id);
});

test('a 201 has a Location, also when replayed', async () => {
  const [actor, key, name] = [person(), randomUUID(), randomUUID()];
  for (const replayed of [null, 'true']) {
    const { status, headers, body } = await post(actor, key, { name });
    expect([status, headers.get('idempotency-replayed')]).toEqual([201, replayed]);
    expect(headers.get('location')).toBe(`/api/v1/things/${body.id}`);
  }
});

test('C1 sets isReplayed for stored responses only', async () => {
  const secret = randomUUID();
  const idempotency = { key: secret, actor: 'a', route: 'r', fingerprint: Buffer.alloc(32), secret, now: new Date() };
  let runs = 0;
  const call = () =>
    service.db.transact((trx) => once(trx, idempotency, async () => reply({ run: ++runs }, { status: 201 })));
  for (const isReplayed of [false, true])
    expect(await call()).toMatchObject({ isReplayed, status: 201, body: { run: 1 } });
});
