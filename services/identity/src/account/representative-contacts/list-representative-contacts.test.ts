import { randomUUID } from 'node:crypto';
import { representativeAssigned, representativeEnded } from '@trust/contracts/events/representatives';
import { representative } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Identity, member, newAddress, startIdentity } from '../../../test/service.ts';

let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity[Symbol.asyncDispose]());

const contacts = (providerId: string, actor = representative(providerId), query = '') =>
  identity.get(`/providers/${providerId}/representative-contacts${query}`, { actor });

async function represent(providerId: string, identifier = newAddress()) {
  const { actor } = await member(identity, identifier);
  const assignment = { assignmentId: randomUUID(), providerId, userId: actor.userId };
  await identity.deliver(representativeAssigned, { ...assignment, role: 'manager' });
  return { actor, assignment };
}

test('an owner reads the name and a masked contact of each representative, page by page', async () => {
  const providerId = randomUUID();
  const anna = await represent(providerId, `anna-${randomUUID()}@example.test`);
  const nameless = await represent(providerId, '+32470123456');
  await represent(randomUUID());
  await identity.put('/account/profile', { actor: anna.actor, body: { displayName: 'Anna Martin', locale: 'en' } });
  const expected = [
    { ...entryOf(anna), displayName: 'Anna Martin', maskedContact: 'a•••@e•••.test' },
    { ...entryOf(nameless), displayName: null, maskedContact: '+32•••56' },
  ].sort((one, other) => (one.id < other.id ? -1 : 1));
  expect(await contacts(providerId)).toMatchObject({ status: 200, body: { items: expected, nextCursor: null } });
  const owner = representative(providerId);
  const first = await contacts(providerId, owner, '?limit=1');
  const second = await contacts(providerId, owner, `?limit=1&cursor=${first.body.nextCursor}`);
  expect([...first.body.items, ...second.body.items]).toEqual(expected);

  await identity.deliver(representativeEnded, anna.assignment);
  expect((await contacts(providerId)).body.items).toEqual([expect.objectContaining(entryOf(nameless))]);
});

function entryOf({ assignment }: Awaited<ReturnType<typeof represent>>) {
  return { id: assignment.assignmentId, userId: assignment.userId };
}

test('D2 only owners of the provider read them', async () => {
  const providerId = randomUUID();
  await represent(providerId);
  expect(await contacts(providerId, representative(providerId, 'manager'))).toMatchObject({ status: 403 });
  expect(await contacts(providerId, representative(randomUUID()))).toMatchObject({ status: 404 });
});
