import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { auditRecorded } from '@trust/contracts/events/any';
import { person, representative } from '@trust/service-testing/actors';
import { type SampleApp, startSample } from '@trust/service-testing/sample-service';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { routeFor } from '../http/route.ts';
import { conflict, invalid, notFound, Problem, unknownKey } from '../problems/problem.ts';
import { rateLimited } from '../rate-limits/rate-limiting.ts';
import { flushRefusals } from './refusal.ts';

const route = routeFor<SampleApp>();
const refusals = {
  forbidden: () => new Problem('forbidden'),
  foreign: notFound,
  key: unknownKey,
  'step-up': () => new Problem('step-up-required'),
  duties: () => new Problem('separation-of-duties'),
  state: () => conflict({ en: 'No.', fr: 'Non.' }),
  invalid: () => invalid('how', 'invalid_value'),
  limit: () => rateLimited(1),
  internal: () => new Error('A defect.'),
};
const declared = {
  path: '/things/{how}/{thingId}',
  summary: 'Refuses, after it has changed something',
  access: 'session',
  params: z.object({ how: z.string(), thingId: z.string() }),
  responds: { status: 204 },
  problems: ['forbidden', 'not-found', 'step-up-required', 'separation-of-duties', 'state-conflict'],
} as const;
const refuse = async (how: string, { db }: SampleApp) => {
  await db.transact(async (trx) => {
    await sql`insert into inbox (consumer, event_id) values (${how}, ${randomUUIDv7()})`.execute(trx);
    throw refusals[how as keyof typeof refusals]();
  });
};
const routes = {
  putThing: route({ ...declared, method: 'put' }, ({ params }, app) => refuse(params.how, app)),
  deleteThing: route({ ...declared, method: 'delete' }, ({ params }, app) => refuse(params.how, app)),
  getThing: route({ ...declared, method: 'get' }, ({ params }, app) => refuse(params.how, app)),
  putOwn: route(
    {
      method: 'put',
      path: '/providers/{providerId}/own',
      summary: 'For a provider',
      access: 'provider.profile.manage',
      scope: 'provider',
      responds: { status: 204 },
    },
    async () => undefined,
  ),
};

let service: Awaited<ReturnType<typeof startSample>>;
let other: typeof service;
beforeAll(async () => {
  service = await startSample(routes, { connections: 6 });
  other = await startSample(routes, { connections: 6, urls: service.urls });
});
afterAll(async () => {
  await other[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const kit = () => ({ service: 'webhooks' as const, db: service.db });
const close = () => flushRefusals(kit(), service.clock.now);
const openOf = async (actor: { userId: string }) =>
  (await service.refusals())
    .filter(({ actorId }) => actorId === actor.userId)
    .map(({ operation, slug, count }) => `${operation} ${slug} ${count}`);
const entriesOf = async (actor: { userId: string }) =>
  (await service.emitted(auditRecorded.webhooks)).filter(({ actorId }) => actorId === actor.userId);

test.each([
  ['forbidden', 403, 'forbidden'],
  ['foreign', 404, 'not-found'],
  ['step-up', 401, 'step-up-required'],
  ['duties', 409, 'separation-of-duties'],
])('P1 records a write rejected as %s and rolls its changes back', async (how, status, slug) => {
  const [actor, thingId] = [person(), randomUUID()];
  expect((await service.put(`/things/${how}/${thingId}`, { actor })).status).toBe(status);
  expect(await openOf(actor)).toEqual([`putThing ${slug} 1`]);
  expect((await sql`select from inbox where consumer = ${how}`.execute(service.db)).rows).toEqual([]);
  service.advanceClock(60);
  await close();
  expect(await entriesOf(actor)).toEqual([
    expect.objectContaining({
      ...{ actorId: actor.userId, sessionId: actor.sessionId, permission: 'session', action: 'putThing' },
      ...{ objectType: 'route', objectId: thingId, outcome: 'refused', requestId: expect.any(String) },
      refusal: { slug, count: 1, lastAt: expect.any(String) },
    }),
  ]);
  expect(await openOf(actor)).toEqual([]);
});

test.each(['key', 'state', 'invalid', 'limit', 'internal'])('does not record a write rejected as %s', async (how) => {
  const actor = person();
  expect((await service.put(`/things/${how}/x`, { actor })).status).toBeGreaterThanOrEqual(400);
  expect(await openOf(actor)).toEqual([]);
});

test('does not record reads or requests without a session', async () => {
  const [actor, before] = [person(), (await service.refusals()).length];
  for (const how of ['forbidden', 'foreign', 'duties']) {
    await service.get(`/things/${how}/x`, { actor });
    expect((await service.put(`/things/${how}/x`)).status).toBe(401);
  }
  expect(await openOf(actor)).toEqual([]);
  expect(await service.refusals()).toHaveLength(before);
});

test('P1 records a write outside of the provider scope with the id in its path', async () => {
  const [actor, foreign] = [representative(randomUUID()), randomUUID()];
  expect((await service.put(`/providers/${foreign}/own`, { actor })).status).toBe(404);
  expect(await openOf(actor)).toEqual(['putOwn not-found 1']);
  service.advanceClock(60);
  await close();
  expect(await entriesOf(actor)).toMatchObject([{ objectId: foreign, permission: 'provider.profile.manage' }]);
});

test('P1 equal refusals within a minute of the first are one entry with a count, over all replicas', async () => {
  const actor = person();
  other.clock.now = service.clock.now;
  const send = (to: typeof service) => to.put(`/things/forbidden/${randomUUID()}`, { actor });
  await Promise.all(Array.from({ length: 40 }, (_, index) => send(index % 2 ? service : other)));
  await service.put('/things/duties/x', { actor });
  await service.delete('/things/forbidden/x', { actor });
  expect(await openOf(actor)).toEqual(
    expect.arrayContaining(['putThing forbidden 40', 'putThing separation-of-duties 1', 'deleteThing forbidden 1']),
  );
  service.advanceClock(59);
  await send(service);
  expect([await close(), await entriesOf(actor)]).toEqual([0, []]);
  service.advanceClock(1);
  const written = await Promise.all([1, 2, 3].map(close));
  expect(written.reduce((sum, count) => sum + count)).toBe(3);
  const entries = await entriesOf(actor);
  expect(entries).toHaveLength(3);
  expect(entries).toContainEqual(
    expect.objectContaining({
      refusal: { slug: 'forbidden', count: 41, lastAt: new Date(service.clock.now.getTime() - 1000).toISOString() },
    }),
  );
});

test('P1 a refusal after the minute starts a new entry, even before the last one is written', async () => {
  const actor = person();
  const send = () => service.put('/things/forbidden/x', { actor });
  await send();
  await send();
  service.advanceClock(61);
  await send();
  expect(await openOf(actor)).toEqual(['putThing forbidden 1']);
  expect((await entriesOf(actor)).map(({ refusal }) => refusal?.count)).toEqual([2]);
  service.advanceClock(60);
  await close();
  expect((await entriesOf(actor)).map(({ refusal }) => refusal?.count)).toEqual([2, 1]);
});
