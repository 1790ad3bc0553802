import { randomUUID } from 'node:crypto';
import { person } from '@trust/service-testing/actors';
import { type SampleApp, startSample } from '@trust/service-testing/sample-service';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { invalid } from '../problems/problem.ts';
import { commandFor } from './command.ts';
import { once } from './idempotency.ts';
import { reply } from './reply.ts';
import { type Declaration, routeFor } from './route.ts';

const command = commandFor<SampleApp>();
const route = routeFor<SampleApp>();

const Thing = z.object({ id: z.string() }).meta({ id: 'Thing' });
const declared = (path: string) =>
  ({
    method: 'post',
    path,
    summary: 'Creates',
    access: 'session',
    body: z.strictObject({ name: z.string(), fails: z.boolean().optional() }),
    etag: true,
    responds: { status: 201, body: Thing, location: '/things/{id}' },
  }) as const satisfies Declaration;

const insert = (name: string, id: string) => sql`insert into inbox (consumer, event_id) values (${name}, ${id})`;

const routes = {
  postThing: command(declared('/things'), async ({ body }, { newId }, trx) => {
    const id = newId();
    await insert(body.name, id).execute(trx);
    if (body.fails) throw invalid('name', 'invalid_value');
    return { id };
  }),
  postRevised: command(declared('/revised'), async (_input, { newId }) => reply({ id: newId() }, { revision: 7 })),
  postForgetful: route(declared('/forgetful'), async ({ body }, { db, newId }) => {
    const id = newId();
    await insert(body.name, id).execute(db);
    return reply({ id }, { status: 201 });
  }),
  postCareful: route(declared('/careful'), ({ idempotency }, { db, newId }) =>
    db.transact((trx) => once(trx, idempotency, async () => reply({ id: newId() }, { status: 201 }))),
  ),
};

let service: Awaited<ReturnType<typeof startSample>>;
beforeAll(async () => {
  service = await startSample(routes);
});
afterAll(() => service[Symbol.asyncDispose]());

const keyed = () => ({ actor: person(), headers: { 'idempotency-key': randomUUID() } });
const effects = async (name: string) =>
  (await sql`select from inbox where consumer = ${name}`.execute(service.db)).rows.length;

test('C1 a command runs once for each key, and answers a repeat with the declared status', async () => {
  const name = randomUUID();
  const request = { ...keyed(), body: { name } };
  const [first, again] = [await service.post('/things', request), await service.post('/things', request)];
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
  expect(again.headers.get('location')).toBe(first.headers.get('location'));
  expect(await effects(name)).toBe(1);
});

test('C1 a command without a key runs each time', async () => {
  const [actor, name] = [person(), randomUUID()];
  for (const _again of [1, 2]) await service.post('/things', { actor, body: { name } });
  expect(await effects(name)).toBe(2);
});

test('a command that throws changes nothing', async () => {
  const name = randomUUID();
  expect((await service.post('/things', { ...keyed(), body: { name, fails: true } })).status).toBe(400);
  expect(await effects(name)).toBe(0);
});

test('a `reply` of a command keeps its headers and gets the declared status, also for a repeat', async () => {
  const request = { ...keyed(), body: { name: 'a' } };
  const answers = [await service.post('/revised', request), await service.post('/revised', request)];
  expect(answers.map(({ status, headers }) => [status, headers.get('etag')])).toEqual([
    [201, '"r7"'],
    [201, '"r7"'],
  ]);
});

test('C1 in strict mode a POST that ignores its key is 500, and one that calls `once` is not', async () => {
  const body = { name: randomUUID() };
  expect((await service.post('/forgetful', { ...keyed(), body })).status).toBe(500);
  expect((await service.post('/forgetful', { actor: person(), body })).status).toBe(201);
  expect((await service.post('/careful', { ...keyed(), body })).status).toBe(201);
});
