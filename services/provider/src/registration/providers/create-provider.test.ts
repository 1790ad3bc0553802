import { providerChanged } from '@trust/contracts/events/provider';
import { representativeAssigned } from '@trust/contracts/events/representatives';
import { person } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOwner, transition } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';
import { waitForLocks } from '../../../test/wait-for-locks.ts';
import { newPublicProviderId } from './public-provider-id.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider({ connections: 5 });
});
afterAll(() => service[Symbol.asyncDispose]());

const body = { displayName: 'Volta', kind: 'organisation', operatingModel: 'travels' };

test('registering creates an unpublished draft with the caller as owner, and emits both', async () => {
  const actor = person();
  const answer = await service.post('/providers', { actor, headers: { 'idempotency-key': 'first' }, body });
  expect(answer.status).toBe(201);
  expect(answer.headers.get('etag')).toBe('"r1"');
  expect(answer.body).toMatchObject({ ...body, state: 'draft', publication: 'unpublished', revision: 1 });
  expect(answer.body.publicProviderId).toMatch(/^[1-9A-HJ-NP-Za-km-z]{22}$/);

  const { id: providerId } = answer.body;
  expect((await service.emitted(representativeAssigned)).filter((one) => one.providerId === providerId)).toEqual([
    { assignmentId: expect.any(String), providerId, userId: actor.userId, role: 'owner' },
  ]);
  expect((await service.emitted(providerChanged)).filter((one) => one.providerId === providerId)).toMatchObject([
    { displayName: 'Volta', state: 'draft', publication: 'unpublished' },
  ]);
  expect((await service.audited('createProvider')).filter((one) => one.objectId === providerId)).toHaveLength(1);
});

test('C1 registers once per key and body; returns 409 for another body and 400 without a key', async () => {
  const actor = person();
  const headers = { 'idempotency-key': 'again' };
  const first = await service.post('/providers', { actor, headers, body });
  const second = await service.post('/providers', { actor, headers, body });
  expect(second).toMatchObject({ status: 201, body: first.body });
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  expect(await service.post('/providers', { actor, headers, body: { ...body, displayName: 'Other' } })).toMatchObject({
    status: 409,
  });
  expect(await service.post('/providers', { actor, body })).toMatchObject({
    status: 400,
    body: { errors: [{ code: 'idempotency_key_required' }] },
  });
  const mine = await service.db.selectFrom('representative').select('id').where('user_id', '=', actor.userId).execute();
  expect(mine).toHaveLength(1);
});

test('I1 returns 400 for unknown fields, including `state` and `id`', async () => {
  const answer = await service.post('/providers', {
    actor: person(),
    headers: { 'idempotency-key': 'unknown' },
    body: { ...body, state: 'active', providerId: crypto.randomUUID() },
  });
  expect(answer).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'state', code: 'unknown_field' }, { field: 'providerId' }] },
  });
});

test('Z2 D2 another provider returns the same 404 as an unknown one', async () => {
  const owner = await makeOwner(service);
  const stranger = person();
  const unknown = crypto.randomUUID();
  for (const call of [
    (id: string) => service.get(`/providers/${id}`, { actor: stranger }),
    (id: string) =>
      service.post(`/providers/${id}/transitions`, {
        actor: stranger,
        body: { transition: 'publish', reason: 'because I want to' },
      }),
  ]) {
    const [foreign, random] = [await call(owner.id), await call(unknown)];
    expect(foreign.status).toBe(404);
    const text = (answer: typeof foreign, id: string) =>
      JSON.stringify({ ...answer.body, requestId: '', instance: answer.body.instance.replace(id, '') });
    expect(text(foreign, owner.id)).toBe(text(random, unknown));
    const names = (answer: typeof foreign) => [...answer.headers.keys()].sort();
    expect(names(foreign)).toEqual(names(random));
  }
});

test('an assignment in the assertion gives no access; only the table does', async () => {
  const owner = await makeOwner(service);
  const assignments = [{ assignmentId: crypto.randomUUID(), providerId: owner.id, role: 'owner' as const }];
  expect(await service.get(`/providers/${owner.id}`, { actor: person({ assignments }) })).toMatchObject({
    status: 404,
  });
});

test('public ids are base58 of 22 characters for every 128 bits', () => {
  expect(newPublicProviderId(Buffer.alloc(16))).toBe('1'.repeat(22));
  expect(newPublicProviderId(Buffer.alloc(16, 255))).toMatch(/^[1-9A-HJ-NP-Za-km-z]{22}$/);
  expect(new Set(Array.from({ length: 1000 }, () => newPublicProviderId())).size).toBe(1000);
});

test('a person owns ten open providers at most, also when two are registered at once', async () => {
  const { actor, id } = await makeOwner(service);
  const register = () =>
    service.post('/providers', { actor, headers: { 'idempotency-key': crypto.randomUUID() }, body });
  for (let index = 0; index < 8; index++) expect((await register()).status).toBe(201);
  const nameKey = sql`hashtextextended('provider name ' || provider_name_key(${body.displayName}), 0)`;
  const { waiting } = await service.db.transact(async (trx) => {
    await sql`select pg_advisory_xact_lock(${nameKey})`.execute(trx);
    const waiting = Promise.all([register(), register()]);
    await waitForLocks(service, 2);
    return { waiting };
  });
  const both = await waiting;
  const full = { field: 'providers', code: 'providers_full', maximum: 10 };
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(both.find(({ status }) => status === 409)?.body.errors).toMatchObject([full]);
  await transition(service, actor, id, 'close');
  expect((await register()).status).toBe(201);
});
