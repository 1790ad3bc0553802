import { invitationAccepted, representativeAssigned } from '@trust/contracts/events/representatives';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMobile } from '../services/identity/test/code-requests.ts';
import { member, newAddress, resolverOf } from '../services/identity/test/service.ts';
import { makeActive, transition } from '../services/provider/test/make.ts';
import { type IdentityAndProvider, startIdentityAndProvider } from './identity-and-provider.ts';
import { inviting } from './invitation-client.ts';

let both: IdentityAndProvider;
let on: ReturnType<typeof inviting>;
beforeAll(async () => {
  both = await startIdentityAndProvider();
  on = inviting(both);
});
afterAll(() => both[Symbol.asyncDispose]());

const days = 86_400;

test('an unknown invited person signs in and accepts, and gets the assignment with the invitation’s id', async () => {
  const owner = await on.makeInviter();
  const address = newAddress();
  const answer = await on.invite(owner, ` ${address.toUpperCase()} `, 'contributor');
  expect(answer).toMatchObject({
    status: 201,
    body: {
      isOwn: false,
      role: 'contributor',
      status: 'sent',
      invitedIdentifier: expect.stringMatching(/^.•••@e•••\.test$/),
    },
  });
  const { id } = answer.body;
  await both.carry();
  expect((await on.messages()).filter(({ to }) => to === address)).toMatchObject([
    { template: 'invitation', invitation: { role: 'contributor', providerName: null } },
  ]);
  expect((await on.list(owner)).at(-1)).toEqual(answer.body);

  const { actor, accessToken } = await on.joins(address, id);
  expect((await on.list(owner)).at(-1)).toEqual({
    ...{ id, isOwn: false, role: 'contributor', status: 'active' },
    ...{ startedAt: expect.any(String), invitedIdentifier: null, expiresAt: null },
  });
  expect(await on.workspaceOf(actor)).toBe(200);
  const { actorOf } = await resolverOf(both.identity);
  expect((await actorOf(accessToken))?.assignments).toEqual([
    { assignmentId: id, providerId: owner.id, role: 'contributor' },
  ]);
  const assigned = (await both.provider.emitted(representativeAssigned)).filter(
    ({ assignmentId }) => assignmentId === id,
  );
  expect(assigned).toHaveLength(1);
  expect((await on.revoke(owner, id)).status).toBe(204);
  expect(await on.workspaceOf(actor)).toBe(404);
});

test('T4 an invitation names the provider as operators accepted it, not in its new words', async () => {
  const owner = await makeActive(both.provider);
  const profile = { actor: owner.actor, body: { displayName: 'Somebody Different' } };
  expect(await both.provider.patch('/provider-workspace/me/profile', profile)).toMatchObject({ status: 200 });
  const address = newAddress();
  await on.invite(owner, address);
  await both.carry();
  expect((await on.messages()).filter(({ to }) => to === address)).toMatchObject([
    { invitation: { providerName: 'Volta Électricité' } },
  ]);
});

test('a known person accepts an invitation to any verified contact, and no other', async () => {
  const owner = await on.makeInviter();
  const [phone, address] = [newMobile(), newAddress()];
  const { actor } = await member(both.identity, phone);
  const invitationId = await on.invited(owner, address);
  expect((await on.answer(actor, invitationId, 'accept')).status).toBe(404);
  const body = { channel: 'email', identifier: address };
  const { id } = (await both.identity.post('/account/contact-points', { actor, body })).body;
  const code = both.identity.codes.at(-1);
  await both.identity.post(`/account/contact-points/${id}/verify`, { actor, body: { code } });
  await both.carry();
  expect(await on.workspaceOf(actor)).toBe(404);
  expect(await on.invitationsTo(actor)).toMatchObject([{ id: invitationId, role: 'manager', state: 'sent' }]);
  await on.accepts(actor, invitationId);
  expect(await on.workspaceOf(actor)).toBe(200);
});

test('A2 the inviter gets the same response for a known, unknown or assigned person, in the list too', async () => {
  const owner = await on.makeInviter();
  const known = newMobile();
  await member(both.identity, known);
  const busy = newMobile();
  const { actor } = await on.joins(busy, await on.invited(await on.makeInviter(), busy));
  expect(await on.workspaceOf(actor)).toBe(200);
  const mask = ({ id, startedAt, expiresAt, invitedIdentifier: hint, ...rest }: Record<string, string | null>) => ({
    ...rest,
    lengths: [id, startedAt, expiresAt, hint].map((text) => text?.length),
  });
  const answers = [];
  for (const number of [known, newMobile(), busy]) {
    const { status, headers, body } = await on.invite(owner, number);
    await both.carry();
    const listed = (await on.list(owner)).find(({ id }) => id === body.id) ?? {};
    answers.push({ status, names: [...headers.keys()], body: mask(body), listed: mask(listed) });
  }
  expect(answers[0]).toMatchObject({ status: 201 });
  for (const answer of answers) expect(answer).toEqual(answers[0]);
});

test('a person accepts invitations of two providers, one at a time, and of one provider once', async () => {
  const [first, second] = [await on.makeInviter(), await on.makeInviter()];
  const [address, phone] = [newAddress(), newMobile()];
  const ids = [await on.invited(first, address), await on.invited(second, address)] as const;
  const { actor, accessToken } = await on.joins(address, ids[0]);
  expect(await on.list(second)).toMatchObject([{ role: 'owner' }, { id: ids[1], status: 'sent' }]);
  await on.accepts(actor, ids[1]);
  const { actorOf } = await resolverOf(both.identity);
  expect((await actorOf(accessToken))?.assignments).toMatchObject([
    { providerId: first.id },
    { providerId: second.id },
  ]);

  const again = await on.invited(first, phone);
  const body = { channel: 'sms', identifier: phone };
  const { id } = (await both.identity.post('/account/contact-points', { actor, body })).body;
  const code = both.identity.codes.at(-1);
  await both.identity.post(`/account/contact-points/${id}/verify`, { actor, body: { code } });
  expect(await on.answer(actor, again, 'accept')).toMatchObject({ status: 409 });
  const at = both.identity.clock.now.toISOString();
  const raced = { invitationId: again, userId: actor.userId, occurredAt: at };
  await both.provider.deliver(invitationAccepted, raced);
  expect(await on.list(first)).toMatchObject([{ role: 'owner' }, { id: ids[0] }, { id: again, status: 'sent' }]);
});

test('M4 an invitation expires after seven days to the second, before any cleanup', async () => {
  const owner = await on.makeInviter();
  const [early, late] = [newAddress(), newAddress()];
  const ids = [await on.invited(owner, early), await on.invited(owner, late)];
  both.pass(7 * days - 1);
  const { actor } = await member(both.identity, early);
  const { actor: other } = await member(both.identity, late);
  expect((await on.answer(actor, ids[0] ?? '', 'accept')).status).toBe(200);
  both.pass(1);
  expect(await on.invitationsTo(other)).toEqual([]);
  for (const how of ['accept', 'decline'] as const)
    expect((await on.answer(other, ids[1] ?? '', how)).status).toBe(404);
  // The acceptance counts from the request, not from the delivery of its event.
  await both.carry();
  expect(await on.workspaceOf(actor)).toBe(200);
  expect((await on.list(owner)).map(({ status }) => status)).toEqual(['active', 'expired', 'active']);
  expect((await on.revoke(owner, ids[1] ?? '')).status).toBe(404);
  expect(await on.workspaceOf(other)).toBe(404);
  expect((await on.invite(owner, late)).status).toBe(201);
});

test('a withdrawn invitation cannot be accepted, and its contact can be invited again', async () => {
  const owner = await on.makeInviter();
  const address = newAddress();
  const id = await on.invited(owner, address);
  expect((await on.invite(owner, address)).status).toBe(409);
  expect((await on.revoke(owner, id)).status).toBe(204);
  expect((await on.revoke(owner, id)).status).toBe(404);
  await both.carry();
  const { actor } = await on.signsIn(address);
  expect((await on.answer(actor, id, 'accept')).status).toBe(404);
  expect(await on.workspaceOf(actor)).toBe(404);
  await on.accepts(actor, await on.invited(owner, address));
  expect(await on.workspaceOf(actor)).toBe(200);
});

test('closing the provider withdraws its invitations', async () => {
  const owner = await on.makeInviter();
  const address = newAddress();
  const id = await on.invited(owner, address);
  expect((await transition(both.provider, owner.actor, owner.id, 'close')).status).toBe(200);
  const { actor } = await on.signsIn(address);
  expect((await on.answer(actor, id, 'accept')).status).toBe(404);
  const { rows } = await sql`select from invitation where provider_id = ${owner.id}`.execute(both.identity.db);
  expect(rows).toEqual([]);
});
