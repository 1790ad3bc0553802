import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { oneTimeCodeRequested } from '@trust/contracts/events/identity';
import { invitationAccepted } from '@trust/contracts/events/representatives';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMobile } from '../services/identity/test/code-requests.ts';
import { member, newAddress } from '../services/identity/test/service.ts';
import type { Owner } from '../services/provider/test/make.ts';
import { type IdentityAndProvider, startIdentityAndProvider } from './identity-and-provider.ts';
import { inviting } from './invitation-client.ts';

let both: IdentityAndProvider;
let on: ReturnType<typeof inviting>;
beforeAll(async () => {
  both = await startIdentityAndProvider({ limits: { 'challenge-identity': 10_000 } });
  on = inviting(both);
});
afterAll(() => both[Symbol.asyncDispose]());

const days = 86_400;
const acceptedEvents = async (id: string) =>
  (await both.identity.emitted(invitationAccepted)).filter(({ invitationId }) => invitationId === id);

/** Everything that the inviter can ask about one invitation, without its id and contact. */
async function askedAbout(owner: Owner, id: string, contact: string): Promise<unknown> {
  const listed = (await on.list(owner)).find((entry) => entry.id === id);
  const again = await on.invite(owner, contact);
  const { type, title, detail } = again.body;
  const { invitedIdentifier, ...entry } = listed ?? {};
  return { entry: { ...entry, id: 'id' }, hint: invitedIdentifier?.length, again: [again.status, type, title, detail] };
}

test('T4 a declined invitation answers its inviter as one that nobody answered, also after day seven', async () => {
  const owner = await on.makeInviter();
  const [declining, silent] = [newMobile(), newMobile()];
  const ids = [await on.invited(owner, declining), await on.invited(owner, silent)] as const;
  const { actor } = await member(both.identity, declining);
  await member(both.identity, silent);
  expect(await on.answer(actor, ids[0], 'decline')).toMatchObject({ status: 200, body: { state: 'declined' } });
  await both.carry();
  const compare = async (status: string) => {
    const declined = await askedAbout(owner, ids[0], declining);
    expect(declined).toMatchObject({ entry: { status }, hint: status === 'sent' ? expect.any(Number) : undefined });
    expect(await askedAbout(owner, ids[1], silent)).toEqual(declined);
  };
  await compare('sent');
  both.pass(7 * days - 1);
  await compare('sent');
  both.pass(1);
  await compare('expired');
  expect(await Promise.all(ids.map(async (id) => (await on.revoke(owner, id)).status))).toEqual([404, 404]);
});

test('T4 withdrawing a declined invitation answers as for any other', async () => {
  const owner = await on.makeInviter();
  const address = newAddress();
  const id = await on.invited(owner, address);
  const { actor } = await on.signsIn(address);
  await on.answer(actor, id, 'decline');
  expect((await on.revoke(owner, id)).status).toBe(204);
  await both.carry();
  expect(await on.list(owner)).toHaveLength(1);
  expect(await on.invitationsTo(actor)).toEqual([]);
});

test('T4 two invitations to one person are answered one by one', async () => {
  const [first, second] = [await on.makeInviter(), await on.makeInviter()];
  const address = newAddress();
  const [declined, accepted] = [await on.invited(first, address), await on.invited(second, address)];
  const { actor } = await on.signsIn(address);
  await on.answer(actor, declined, 'decline');
  expect(await on.invitationsTo(actor)).toMatchObject([{ state: 'declined' }, { state: 'sent' }]);
  await on.accepts(actor, accepted);
  expect(await on.list(first)).toMatchObject([{ role: 'owner' }, { id: declined, status: 'sent' }]);
  expect(await on.list(second)).toMatchObject([{ role: 'owner' }, { id: accepted, status: 'active' }]);
});

async function addContact(actor: Actor, identifier: string): Promise<string> {
  const channel = identifier.includes('@') ? 'email' : 'sms';
  const { body } = await both.identity.post('/account/contact-points', { actor, body: { channel, identifier } });
  const code = both.identity.codes.at(-1);
  await both.identity.post(`/account/contact-points/${body.id}/verify`, { actor, body: { code } });
  return body.id;
}

test('T4 the next holder of a contact sees and accepts no invitation of the one before', async () => {
  const address = newAddress();
  const { actor: first } = await member(both.identity, newAddress());
  const contact = await addContact(first, address);
  const ids = [];
  for (let index = 0; index < 3; index++) ids.push(await on.invited(await on.makeInviter(), address));
  const [open, declined, accepted] = ids as [string, string, string];
  await on.answer(first, declined, 'decline');
  await on.answer(first, accepted, 'accept');
  expect((await both.identity.delete(`/account/contact-points/${contact}`, { actor: first })).status).toBe(204);
  const { actor: second } = await on.signsIn(address);
  expect(second.userId).not.toBe(first.userId);
  expect(await on.invitationsTo(second)).toEqual([]);
  for (const id of [open, declined, accepted])
    for (const how of ['accept', 'decline'] as const) expect((await on.answer(second, id, how)).status).toBe(404);
  expect(await on.invitationsTo(first)).toMatchObject([{ id: declined, state: 'declined' }]);
  expect(await on.workspaceOf(first)).toBe(200);
});

test('T4 an unverified contact sees no invitation', async () => {
  const address = newAddress();
  const { actor } = await member(both.identity, newAddress());
  const index = both.identity.app.vault.indexOf('email', address);
  const row = { channel: 'email', identifier_index: index, person_id: actor.userId, sealed_identifier: index };
  await both.identity.db.insertInto('contact_point').values(row).execute();
  const id = await on.invited(await on.makeInviter(), address);
  expect(await on.invitationsTo(actor)).toEqual([]);
  expect((await on.answer(actor, id, 'accept')).status).toBe(404);
});

test('T4 accepting and declining at the same time leaves one answer', async () => {
  for (let round = 0; round < 8; round++) {
    const [owner, address] = [await on.makeInviter(), newAddress()];
    const id = await on.invited(owner, address);
    const { actor } = await on.signsIn(address);
    const answers = await Promise.all([on.answer(actor, id, 'accept'), on.answer(actor, id, 'decline')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    await both.carry();
    expect(await on.workspaceOf(actor)).toBe(answers[0].status === 200 ? 200 : 404);
    expect(await acceptedEvents(id)).toHaveLength(answers[0].status === 200 ? 1 : 0);
  }
});

test('C1 a repeated acceptance with the same key returns the stored response and accepts once', async () => {
  const [owner, address] = [await on.makeInviter(), newAddress()];
  const id = await on.invited(owner, address);
  const { actor } = await on.signsIn(address);
  const headers = { 'idempotency-key': randomUUID() };
  const accept = () =>
    both.identity.post(`/account/invitations/${id}/accept`, { actor, headers, body: { displayName: 'Anna' } });
  const first = await accept();
  await both.carry();
  expect(await accept()).toMatchObject({ status: 200, body: first.body });
  expect(await acceptedEvents(id)).toHaveLength(1);
  expect((await on.answer(actor, id, 'accept')).status).toBe(404);
});

test('T4 a provider sees the name given to it and the invited contact, and no name or id of the account', async () => {
  const owner = await on.makeInviter();
  const address = `zora-${randomUUID()}@example.test`;
  const { actor } = await member(both.identity, newMobile());
  await both.identity.put('/account/profile', { actor, body: { displayName: 'Secret Agent', locale: 'en' } });
  both.pass(1);
  await addContact(actor, address);
  const id = await on.invited(owner, address);
  await on.accepts(actor, id, 'Zora Petit');
  const asOwner = {
    ...owner.actor,
    assignments: [{ assignmentId: randomUUID(), providerId: owner.id, role: 'owner' as const }],
  };
  const { body } = await both.identity.get(`/providers/${owner.id}/representative-contacts`, { actor: asOwner });
  expect(body.items.find((entry: { id: string }) => entry.id === id)).toEqual({
    id,
    displayName: 'Zora Petit',
    maskedContact: 'z•••@e•••.test',
  });
  const seen = JSON.stringify([body, await on.list(owner)]);
  expect(seen).not.toContain('Secret Agent');
  expect(seen).not.toContain(actor.userId);
  expect((await both.identity.delete('/account', { actor })).status).toBe(204);
  const { rows } = await both.identity.db.pool.query('select from representative_name where person_id = $1', [
    actor.userId,
  ]);
  expect(rows).toEqual([]);
});

test('T4 invitations take no code from the sign-ins of the invited person', async () => {
  const identifier = newAddress();
  for (let index = 0; index < 5; index++) await on.invited(await on.makeInviter(), identifier);
  const before = (await both.identity.emitted(oneTimeCodeRequested)).length;
  for (let index = 0; index < 10; index++) {
    both.pass(61);
    const body = { channel: 'email', identifier };
    expect((await both.identity.post('/auth/challenges', { body })).status).toBe(202);
  }
  expect(await both.identity.emitted(oneTimeCodeRequested)).toHaveLength(before + 10);
});
