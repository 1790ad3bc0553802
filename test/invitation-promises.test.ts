import { randomUUID } from 'node:crypto';
import {
  invitationAccepted,
  representativeAssigned,
  representativeEnded,
  representativeInvited,
} from '@trust/contracts/events/representatives';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collectIdentityData } from '../services/identity/src/export-and-erasure/exports/collect-identity-data.ts';
import { findPerson } from '../services/identity/src/people/persons.ts';
import { findSealer } from '../services/identity/src/people/subject-keys.ts';
import { dumpText, spellingsOf } from '../services/identity/test/backup.ts';
import { newMobile } from '../services/identity/test/code-requests.ts';
import { member, newAddress } from '../services/identity/test/service.ts';
import { type IdentityAndProvider, startIdentityAndProvider } from './identity-and-provider.ts';
import { inviting } from './invitation-client.ts';

let both: IdentityAndProvider;
let on: ReturnType<typeof inviting>;
beforeAll(async () => {
  both = await startIdentityAndProvider();
  on = inviting(both);
});
afterAll(() => both[Symbol.asyncDispose]());

test('M3 sixteen concurrent invitations of one person by two owners create one', async () => {
  const owner = await on.makeInviter();
  const partner = newAddress();
  const { actor } = await on.joins(partner, await on.invited(owner, partner, 'owner'));
  const second = { ...owner, actor };
  const address = newAddress();
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, index) => on.invite(index % 2 ? owner : second, address)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(15).fill(409)]);
  expect(await on.list(owner)).toHaveLength(3);
});

test('M3 accepting and withdrawing an invitation at the same time leaves one outcome in both services', async () => {
  const owner = await on.makeInviter();
  for (let round = 0; round < 16; round++) {
    const address = newAddress();
    const id = await on.invited(owner, address);
    both.pass(61);
    const { actor } = await member(both.identity, address);
    expect((await on.answer(actor, id, 'accept')).status).toBe(200);
    const [accept] = await both.pending();
    if (!accept) throw new Error('Nothing was accepted.');
    const [answer] = await Promise.all([on.revoke(owner, id), accept()]);
    expect(answer.status).toBe(204);
    expect(await on.workspaceOf(actor)).toBe(404);
    const of = ({ assignmentId }: { assignmentId: string }) => assignmentId === id;
    const begun = (await both.provider.emitted(representativeAssigned)).filter(of);
    expect((await both.provider.emitted(representativeEnded)).filter(of)).toHaveLength(begun.length);
  }
});

test('M3 accepting one invitation sixteen times at the same time assigns once, with one event', async () => {
  const [owner, address] = [await on.makeInviter(), newAddress()];
  const id = await on.invited(owner, address);
  const { actor } = await on.signsIn(address);
  const answers = await Promise.all(Array.from({ length: 16 }, () => on.answer(actor, id, 'accept')));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(15).fill(400)]);
  const accepted = (await both.identity.emitted(invitationAccepted)).filter(({ invitationId }) => invitationId === id);
  expect(accepted).toHaveLength(1);
  await both.carry();
  expect(await on.workspaceOf(actor)).toBe(200);
});

test('A6 sends at most three invitations a day to a number, none abroad, and keeps the invitation', async () => {
  const number = newMobile();
  for (let index = 0; index < 4; index++) await on.invited(await on.makeInviter(), number);
  expect((await on.messages()).filter(({ to }) => to === number)).toHaveLength(3);
  const abroad = '+12025550123';
  const owner = await on.makeInviter();
  await on.invited(owner, abroad);
  expect((await on.messages()).filter(({ to }) => to === abroad)).toEqual([]);
  expect((await on.list(owner)).at(-1)).toMatchObject({ status: 'sent', invitedIdentifier: '+12•••23' });
});

test('P2 no table and no event shows the invited address, and none is left after the invitation expires', async () => {
  const owner = await on.makeInviter();
  const address = `canary-${randomUUID().slice(0, 8)}@example.test`;
  const id = await on.invited(owner, address);
  const texts = async () => (await dumpText(both.identity)) + (await dumpText(both.provider as never));
  const spellings = spellingsOf(address);
  const before = await texts();
  expect(spellings.filter((one) => before.includes(one))).toEqual([]);
  expect((await both.provider.emitted(representativeInvited)).at(-1)).not.toHaveProperty('identifier');
  const { actor } = await on.joins(address, id);
  const { rows } = await sql<{ contact_key: null; masked_identifier: null }>`
    select contact_key, masked_identifier from invitation where id = ${id}`.execute(both.provider.db);
  expect(rows).toEqual([{ contact_key: null, masked_identifier: null }]);
  await on.invited(await on.makeInviter(), address);
  expect((await both.identity.delete('/account', { actor })).status).toBe(204);
  await both.carry();
  const left = await sql`select from invitation where identifier_index =
    ${both.identity.app.vault.indexOf('email', address)}`.execute(both.identity.db);
  expect(left.rows).toEqual([]);
  const anew = await on.signsIn(address);
  expect(await on.workspaceOf(anew.actor)).toBe(404);
});

test('P2 the export of a person lists the invitations to them', async () => {
  const owner = await on.makeInviter();
  const address = newAddress();
  const { actor } = await member(both.identity, address);
  const id = await on.invited(owner, address);
  const { db, vault } = both.identity.app;
  const part = await db.transact(async (trx) => {
    const [person, sealer] = [await findPerson(trx, actor.userId), await findSealer(trx, vault, actor.userId)];
    if (!person || !sealer) throw new Error('Nobody is there.');
    return collectIdentityData(trx, { vault, sealer, person, now: both.identity.clock.now });
  });
  expect(part.invitations).toMatchObject([{ id, providerId: owner.id }]);
});
