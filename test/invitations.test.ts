import { representativeAssigned } from '@trust/contracts/events/representatives';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMobile } from '../services/identity/test/code-requests.ts';
import { member, newAddress, resolverOf } from '../services/identity/test/service.ts';
import { transition } from '../services/provider/test/make.ts';
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

test('the first sign-in of an unknown invited person creates the assignment, with the invitation’s id', async () => {
  const owner = await on.makeInviter();
  const address = newAddress();
  const answer = await on.invite(owner, ` ${address.toUpperCase()} `, 'contributor');
  expect(answer).toMatchObject({
    status: 201,
    body: {
      userId: null,
      role: 'contributor',
      state: 'invited',
      invitedIdentifier: expect.stringMatching(/^.•••@e•••\.test$/),
    },
  });
  const { id } = answer.body;
  await both.carry();
  expect((await on.messages()).filter(({ to }) => to === address)).toMatchObject([{ template: 'invitation' }]);
  expect((await on.list(owner)).at(-1)).toEqual(answer.body);

  const { actor, accessToken } = await on.signsIn(address);
  expect((await on.list(owner)).at(-1)).toEqual({
    ...{ id, userId: actor.userId, role: 'contributor', state: 'active' },
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

test('the next sign-in of a known person accepts, by any contact point; an open session does not', async () => {
  const owner = await on.makeInviter();
  const [phone, address] = [newMobile(), newAddress()];
  const { actor } = await member(both.identity, phone);
  const body = { channel: 'email', identifier: address };
  const { id } = (await both.identity.post('/account/contact-points', { actor, body })).body;
  const code = both.identity.codes.at(-1);
  await both.identity.post(`/account/contact-points/${id}/verify`, { actor, body: { code } });
  await on.invited(owner, address);
  expect(await on.workspaceOf(actor)).toBe(404);
  await on.signsIn(phone);
  expect(await on.workspaceOf(actor)).toBe(200);
});

test('verifying the invited address as an additional contact point accepts', async () => {
  const owner = await on.makeInviter();
  const address = newAddress();
  const { actor } = await member(both.identity, newMobile());
  await on.invited(owner, address);
  const body = { channel: 'email', identifier: address };
  const { id } = (await both.identity.post('/account/contact-points', { actor, body })).body;
  const code = both.identity.codes.at(-1);
  await both.identity.post(`/account/contact-points/${id}/verify`, { actor, body: { code } });
  await both.carry();
  expect(await on.workspaceOf(actor)).toBe(200);
});

test('A2 the inviter gets the same response for a known, unknown or assigned person, in the list too', async () => {
  const owner = await on.makeInviter();
  const known = newMobile();
  await member(both.identity, known);
  const busy = newMobile();
  await on.invited(await on.makeInviter(), busy);
  const { actor } = await on.signsIn(busy);
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

test('an invitation does not assign a second provider, and the second inviter sees it as open', async () => {
  const [first, second] = [await on.makeInviter(), await on.makeInviter()];
  const address = newAddress();
  await on.invited(first, address);
  both.pass(1);
  const quiet = await on.invited(second, address);
  const { actor } = await on.signsIn(address);
  await on.signsIn(address);
  expect(await on.workspaceOf(actor)).toBe(200);
  expect(await on.list(first)).toMatchObject([{ role: 'owner' }, { userId: actor.userId, state: 'active' }]);
  expect(await on.list(second)).toMatchObject([{ role: 'owner' }, { id: quiet, userId: null, state: 'invited' }]);
  both.pass(7 * days);
  expect(await on.list(second)).toHaveLength(1);
});

test('a person whose assignment has ended accepts an open invitation at the next sign-in', async () => {
  const [first, second] = [await on.makeInviter(), await on.makeInviter()];
  const address = newAddress();
  const own = await on.invited(first, address);
  const { actor } = await on.signsIn(address);
  const later = await on.invited(second, address);
  expect((await on.revoke(first, own)).status).toBe(204);
  await both.carry();
  await on.signsIn(address);
  expect((await on.list(second)).at(-1)).toMatchObject({ id: later, userId: actor.userId });
});

test('M4 an invitation expires after seven days to the second, before any cleanup', async () => {
  const owner = await on.makeInviter();
  const [early, late] = [newAddress(), newAddress()];
  const ids = [await on.invited(owner, early), await on.invited(owner, late)];
  both.pass(7 * days - 1);
  const { actor } = await member(both.identity, early);
  both.pass(1);
  // The acceptance counts from the sign-in, not from the delivery of its event.
  await both.carry();
  expect(await on.workspaceOf(actor)).toBe(200);
  expect((await on.list(owner)).map(({ state }) => state)).toEqual(['active', 'active']);
  expect((await on.revoke(owner, ids[1] ?? '')).status).toBe(404);
  const other = await on.signsIn(late);
  expect(await on.workspaceOf(other.actor)).toBe(404);
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
  expect(await on.workspaceOf(actor)).toBe(404);
  await on.invited(owner, address);
  await on.signsIn(address);
  expect(await on.workspaceOf(actor)).toBe(200);
});

test('closing the provider withdraws its invitations', async () => {
  const owner = await on.makeInviter();
  const address = newAddress();
  await on.invited(owner, address);
  expect((await transition(both.provider, owner.actor, owner.id, 'close')).status).toBe(200);
  const { actor } = await on.signsIn(address);
  expect(await on.workspaceOf(actor)).toBe(404);
  const { rows } = await sql`select from invitation where provider_id = ${owner.id}`.execute(both.identity.db);
  expect(rows).toEqual([]);
});
