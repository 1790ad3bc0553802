import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAddress, resolverOf, signIn } from '../services/identity/test/service.ts';
import { type IdentityAndProvider, startIdentityAndProvider } from './identity-and-provider.ts';
import { inviting } from './invitation-client.ts';

let both: IdentityAndProvider;
beforeAll(async () => {
  both = await startIdentityAndProvider();
});
afterAll(() => both[Symbol.asyncDispose]());

test('Z2 a form of a provider that a session never chose writes to no other one after the removal', async () => {
  const { identity, provider } = both;
  const { actorOf } = await resolverOf(identity);
  const on = inviting(both);
  const owner = await on.makeInviter();
  const address = newAddress();
  const id = await on.invited(owner, address);
  const { actor, accessToken } = await on.joins(address, id);
  const write = async (token = accessToken) => {
    const answer = await provider.patch('/provider-workspace/me/profile', {
      actor: await actorOf(token),
      body: { summary: 'Closed on Mondays.' },
    });
    return answer.status === 200 ? answer.body.id : answer.status;
  };
  expect(await write()).toBe(owner.id);

  const registered = await provider.post('/providers', {
    actor,
    headers: { 'idempotency-key': randomUUID() },
    body: { displayName: 'Second', kind: 'individual', operatingModel: 'remote' },
  });
  await both.carry();
  expect(await write()).toBe(409);
  expect((await on.revoke(owner, id)).status).toBe(204);
  expect(await write()).toBe(409);
  await both.carry();
  expect(await write()).toBe(409);
  both.pass(61);
  const later = await signIn(identity, address);
  expect(await write(later.accessToken)).toBe(registered.body.id);
});
