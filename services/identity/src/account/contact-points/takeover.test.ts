import { messageRequested, SealedMessage } from '@trust/contracts/events/identity';
import { emailRequested } from '@trust/contracts/events/webhooks';
import { createOpener } from '@trust/personal-data/sealed-box';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMobile } from '../../../test/code-requests.ts';
import { type Identity, member, newAddress, sealKey, signIn, startIdentity } from '../../../test/service.ts';

let identity: Identity;
let open: Awaited<ReturnType<typeof createOpener>>;
beforeAll(async () => {
  const limits = { verify: 1000, 'verify-ip': 10_000, 'challenge-ip': 10_000, 'contact-point': 10_000 };
  identity = await startIdentity({ connections: 4, limits });
  open = await createOpener(sealKey.export({ format: 'jwk' }) as Record<string, string>);
});
afterAll(() => identity[Symbol.asyncDispose]());

type Actor = Awaited<ReturnType<typeof member>>['actor'];
const path = '/account/contact-points';
const day = 86_400;

async function add(actor: Actor, identifier: string): Promise<string> {
  const channel = identifier.includes('@') ? 'email' : 'sms';
  const { body } = await identity.post(path, { actor, body: { channel, identifier } });
  const code = identity.codes.at(-1) ?? '';
  expect((await identity.post(`${path}/${body.id}/verify`, { actor, body: { code } })).status).toBe(200);
  return body.id;
}
const remove = (actor: Actor, id: string | undefined) => identity.delete(`${path}/${id}`, { actor });
const idOf = async (actor: Actor, wanted: string): Promise<string | undefined> =>
  (await identity.get('/account/profile', { actor })).body.contactPoints.find(
    ({ identifier }: { identifier: string }) => identifier === wanted,
  )?.id;

async function messagesDuring(act: () => Promise<unknown>) {
  const before = (await identity.emitted(messageRequested)).length;
  await act();
  const sealed = (await identity.emitted(messageRequested)).slice(before);
  return Promise.all(
    sealed.map(async (message) =>
      SealedMessage.parse(JSON.parse(new TextDecoder().decode(await open(message.sealed)))),
    ),
  );
}
/** A sign-in of this moment with the contact, as after the days that a test lets pass. */
async function signedInAgain(identifier: string): Promise<Actor> {
  return (await member(identity, identifier)).actor;
}

test('A4 tells every contact that was verified before of a new one, an SMS included, and not the new one', async () => {
  const [phone, address, newest] = [newMobile(), newAddress(), newAddress()];
  const { actor } = await member(identity, phone);
  await identity.put('/account/profile', { actor, body: { displayName: null, locale: 'fr' } });
  const [first] = await messagesDuring(() => add(actor, address));
  expect(first).toMatchObject({ channel: 'sms', to: phone, template: 'contact_point_added', language: 'fr' });
  const second = await messagesDuring(() => add(actor, newest));
  expect(second.map(({ to, template }) => [to, template]).sort()).toEqual(
    [
      [phone, 'contact_point_added'],
      [address, 'contact_point_added'],
    ].sort(),
  );
});

test('A4 tells the deleted contact that it cannot sign in any more, and those that remain', async () => {
  const [phone, address] = [newMobile(), newAddress()];
  const { actor } = await member(identity, phone);
  await add(actor, address);
  identity.advanceClock(3 * day);
  const later = await signedInAgain(address);
  const told = await messagesDuring(async () =>
    expect((await remove(later, await idOf(later, phone))).status).toBe(204),
  );
  expect(told.map(({ channel, to, template }) => [channel, to, template]).sort()).toEqual(
    [
      ['email', address, 'contact_point_removed'],
      ['sms', phone, 'own_contact_point_removed'],
    ].sort(),
  );
  expect(JSON.stringify(await identity.emitted(messageRequested))).not.toContain(phone);
});

test('sends a notice of contacts no second time for the e-mail of the inbox', async () => {
  const { actor } = await member(identity);
  const payload = { userId: actor.userId, locale: null, notificationId: identity.app.newId() };
  const told = await messagesDuring(() =>
    identity.deliver(emailRequested, { ...payload, template: 'contact_points_changed' }),
  );
  expect(told).toEqual([]);
});

test('deletes no older contact for 72 hours after a newer one, whichever contact signed in', async () => {
  const [phone, address] = [newMobile(), newAddress()];
  const { actor } = await member(identity, phone);
  const older = await idOf(actor, phone);
  identity.advanceClock(1);
  await add(actor, address);
  const addedAt = identity.clock.now.getTime();
  const refused = await remove(actor, older);
  expect(refused).toMatchObject({ status: 409, body: { type: 'http://trust.test/problems/newer-contact-point' } });
  expect(refused.body.detail).toContain(new Date(addedAt + 3 * day * 1000).toISOString());
  expect(refused.headers.get('retry-after')).toBe(String(3 * day));
  identity.advanceClock(3 * day - 1);
  const thief = await signedInAgain(address);
  expect((await remove(thief, older)).status).toBe(409);
  expect((await remove(await signedInAgain(phone), older)).status).toBe(409);
  identity.advanceClock(1);
  expect((await remove(thief, older)).status).toBe(204);
});

test('lets an older contact remove the newer one within the 72 hours, after which nothing waits', async () => {
  const [phone, address, newest] = [newMobile(), newAddress(), newAddress()];
  const { actor } = await member(identity, phone);
  const second = await add(actor, address);
  identity.advanceClock(3 * day);
  const owner = await signedInAgain(phone);
  const third = await add(owner, newest);
  for (const id of [await idOf(owner, phone), second]) expect((await remove(owner, id)).status).toBe(409);
  expect((await remove(owner, third)).status).toBe(204);
  expect((await remove(owner, second)).status).toBe(204);
});

test('a newer contact that is not verified delays nothing', async () => {
  const [phone, address] = [newMobile(), newAddress()];
  const { actor } = await member(identity, phone);
  await add(actor, address);
  identity.advanceClock(3 * day);
  const later = await signedInAgain(address);
  await identity.post(path, { actor: later, body: { channel: 'email', identifier: newAddress() } });
  expect((await remove(later, await idOf(later, phone))).status).toBe(204);
  identity.advanceClock(61);
  expect((await signIn(identity, phone)).session.id).toBeTruthy();
});

test('A6 sends six notices a day to a contact, and takes nothing from the budgets of codes', async () => {
  const phone = newMobile();
  const { actor } = await member(identity, phone);
  const budgets = () =>
    sql`select key, full_at from rate_limit where key like 'sms-%' order by key`.execute(identity.db);
  const before = (await budgets()).rows;
  expect(before).not.toEqual([]);
  const told = await messagesDuring(async () => {
    for (let round = 0; round < 4; round++)
      expect((await remove(actor, await add(actor, newAddress()))).status).toBe(204);
  });
  expect(told.filter(({ to }) => to === phone)).toHaveLength(6);
  expect((await budgets()).rows).toEqual(before);
});
