import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { representativeAssigned, representativeEnded } from '@trust/contracts/events/representatives';
import { representative } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Identity, member, newAddress, startIdentity } from '../../../test/service.ts';
import { insertInvitation } from '../../from-other-services/invitations/queries.ts';

let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity[Symbol.asyncDispose]());

const contacts = (providerId: string, actor = representative(providerId), query = '') =>
  identity.get(`/providers/${providerId}/representative-contacts${query}`, { actor });

/** With an invitation that was accepted under `name`; without a name, as who registered the provider. */
async function represent(
  providerId: string,
  { name, identifier = newAddress() }: { name?: string; identifier?: string } = {},
) {
  const { actor } = await member(identity, identifier);
  const assignment = { assignmentId: randomUUID(), providerId, userId: actor.userId };
  if (name !== undefined) await accept(assignment, { actor, identifier, name });
  await identity.deliver(representativeAssigned, { ...assignment, role: 'manager' });
  return { actor, assignment };
}

async function accept(
  { assignmentId: id, providerId }: { assignmentId: string; providerId: string },
  { actor, identifier, name }: { actor: Actor; identifier: string; name: string },
) {
  const channel = identifier.includes('@') ? 'email' : 'sms';
  const invited_at = identity.clock.now;
  const row = { id, provider_id: providerId, role: 'manager', channel, provider_name: null, invited_at };
  const identifier_index = identity.app.vault.indexOf(channel, identifier);
  const expires_at = new Date(invited_at.getTime() + 600_000);
  await identity.db.transact((trx) => insertInvitation(trx, { ...row, identifier_index, expires_at }));
  const body = { displayName: name };
  expect(await identity.post(`/account/invitations/${id}/accept`, { actor, body })).toMatchObject({ status: 200 });
}

test('an owner reads the given name and a masked contact of each representative, page by page', async () => {
  const providerId = randomUUID();
  const anna = await represent(providerId, { name: 'Anna M.', identifier: `anna-${randomUUID()}@example.test` });
  const founder = await represent(providerId, { identifier: '+32470123456' });
  await represent(randomUUID());
  for (const { actor } of [anna, founder])
    await identity.put('/account/profile', { actor, body: { displayName: 'Anna Martin', locale: 'en' } });
  const expected = [
    { id: anna.assignment.assignmentId, displayName: 'Anna M.', maskedContact: 'a•••@e•••.test' },
    { id: founder.assignment.assignmentId, displayName: null, maskedContact: '+32•••56' },
  ].sort((one, other) => (one.id < other.id ? -1 : 1));
  expect((await contacts(providerId)).body).toEqual({ items: expected, nextCursor: null });
  const owner = representative(providerId);
  const first = await contacts(providerId, owner, '?limit=1');
  const second = await contacts(providerId, owner, `?limit=1&cursor=${first.body.nextCursor}`);
  expect([...first.body.items, ...second.body.items]).toEqual(expected);

  await identity.deliver(representativeEnded, anna.assignment);
  expect((await contacts(providerId)).body.items).toMatchObject([{ id: founder.assignment.assignmentId }]);
  const { rows } = await identity.db.pool.query('select from representative_name where person_id = $1', [
    anna.actor.userId,
  ]);
  expect(rows).toEqual([]);
});

test('D2 only owners of the provider read them', async () => {
  const providerId = randomUUID();
  await represent(providerId);
  expect(await contacts(providerId, representative(providerId, 'manager'))).toMatchObject({ status: 403 });
  expect(await contacts(providerId, representative(randomUUID()))).toMatchObject({ status: 404 });
});
