import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeActive, transition } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const signedIn = (secondsAgo: number) => ({
  authenticatedAt: Math.floor(service.clock.now.getTime() / 1000) - secondsAgo,
});
const stale = { status: 401, body: { type: 'http://trust.test/problems/step-up-required' } };

test('operators need a fresh sign-in to suspend a provider; its owner needs one to close it', async () => {
  const { actor, id } = await makeActive(service);
  expect(await transition(service, operator('supervisor', signedIn(300)), id, 'suspend')).toMatchObject(stale);
  expect((await transition(service, operator('supervisor', signedIn(299)), id, 'suspend')).status).toBe(200);
  expect((await transition(service, operator('supervisor', signedIn(0)), id, 'reinstate')).status).toBe(200);
  const owner = (secondsAgo: number) => ({ ...actor, ...signedIn(secondsAgo) });
  expect(await transition(service, owner(300), id, 'close')).toMatchObject(stale);
  expect((await transition(service, owner(299), id, 'close')).status).toBe(200);
});

test('operators need a fresh sign-in to change the categories of a provider; its owner does not', async () => {
  const { actor, id } = await makeActive(service);
  const path = `/providers/${id}/categories/plumber`;
  const change = (method: 'put' | 'delete', as: typeof actor) =>
    service.call(method, path, {
      actor: as,
      ...(method === 'put' && { body: { reason: 'A reason that is long enough.' } }),
    });
  expect(await change('put', operator('supervisor', signedIn(300)))).toMatchObject(stale);
  expect((await change('put', operator('supervisor', signedIn(299)))).status).toBe(200);
  const owner = { ...actor, ...signedIn(3600) };
  expect((await change('delete', owner)).status).toBe(204);
  expect((await change('put', owner)).status).toBe(200);
  expect(await change('delete', operator('supervisor', signedIn(300)))).toMatchObject(stale);
});

test('an owner needs a fresh sign-in to invite a representative and to end an assignment', async () => {
  const { actor, id } = await makeActive(service);
  const as = (secondsAgo: number) => ({ actor: { ...actor, ...signedIn(secondsAgo) } });
  const path = `/providers/${id}/representatives`;
  const body = { channel: 'email', identifier: 'colleague@example.test', role: 'manager' };
  expect(await service.post(path, { ...as(300), body })).toMatchObject(stale);
  const invited = await service.post(path, { ...as(299), body });
  expect(invited.status).toBe(201);
  const invitation = `${path}/${invited.body.id}`;
  expect(await service.delete(invitation, as(300))).toMatchObject(stale);
  expect((await service.delete(invitation, as(299))).status).toBe(204);
});
