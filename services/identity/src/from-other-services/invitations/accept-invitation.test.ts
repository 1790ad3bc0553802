import { randomUUID } from 'node:crypto';
import { invitationAccepted } from '@trust/contracts/events/identity';
import { representativeAssigned } from '@trust/contracts/events/representatives';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Identity, member, newAddress, signIn, startIdentity } from '../../../test/service.ts';
import { insertInvitation } from './queries.ts';

let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity({ limits: { 'challenge-ip': 10_000 } });
});
afterAll(() => identity[Symbol.asyncDispose]());

async function invite(address: string): Promise<string> {
  const id = randomUUID();
  const invited_at = identity.clock.now;
  await identity.db.transact((trx) =>
    insertInvitation(trx, {
      id,
      provider_id: randomUUID(),
      channel: 'email',
      identifier_index: identity.app.vault.indexOf('email', address),
      invited_at,
      expires_at: new Date(invited_at.getTime() + 600_000),
    }),
  );
  return id;
}

const acceptedBy = async (userId: string) =>
  (await identity.emitted(invitationAccepted))
    .filter((accepted) => accepted.userId === userId)
    .map(({ invitationId }) => invitationId);

async function signInAgain(address: string): Promise<void> {
  identity.advanceClock(61);
  await signIn(identity, address);
}

test('a sign-in accepts the oldest invitation of a person who represents no provider', async () => {
  const { identifier, actor } = await member(identity);
  const first = await invite(identifier);
  identity.advanceClock(1);
  await invite(identifier);
  await signInAgain(identifier);
  expect(await acceptedBy(actor.userId)).toEqual([first]);
});

test('a sign-in of a representative accepts no invitation', async () => {
  const { identifier, actor } = await member(identity);
  const assignment = { assignmentId: randomUUID(), providerId: randomUUID(), userId: actor.userId };
  await identity.deliver(representativeAssigned, { ...assignment, role: 'manager' });
  await invite(identifier);
  await signInAgain(identifier);
  expect(await acceptedBy(actor.userId)).toEqual([]);
});

test('M4 a sign-in accepts no invitation from the second of its expiry on', async () => {
  const address = newAddress();
  await invite(address);
  identity.advanceClock(600);
  const { actor } = await member(identity, address);
  expect(await acceptedBy(actor.userId)).toEqual([]);
});
