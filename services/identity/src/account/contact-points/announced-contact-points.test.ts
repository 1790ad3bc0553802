import { randomBytes } from 'node:crypto';
import { contactPointsChanged, contactPointsSnapshot } from '@trust/contracts/events/identity';
import { contactHashOf } from '@trust/personal-data/contact-hash';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMobile } from '../../../test/code-requests.ts';
import { type Identity, member, newAddress, signIn, startIdentity } from '../../../test/service.ts';
import { changeRole } from '../../operators/roles/change-role.ts';
import { announceContactPoints, announceContactPointsSnapshot } from '../../people/announce-contact-points.ts';
import { snapshotSources } from '../../snapshot-sources.ts';

let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity({ connections: 4, limits: { 'contact-point': 10_000, 'challenge-ip': 10_000 } });
});
afterAll(() => identity[Symbol.asyncDispose]());

type Actor = Awaited<ReturnType<typeof member>>['actor'];
const announcedOf = async (userId: string) =>
  (await identity.emitted(contactPointsChanged)).filter((one) => one.userId === userId);

async function add(actor: Actor, channel: 'sms' | 'email', identifier: string): Promise<string> {
  const { body } = await identity.post('/account/contact-points', { actor, body: { channel, identifier } });
  const code = identity.codes.at(-1) ?? '';
  await identity.post(`/account/contact-points/${body.id}/verify`, { actor, body: { code } });
  return body.id;
}

test('announces keyed hashes of all verified contact points after the first sign-in and each change', async () => {
  const [address, phone] = [newAddress(), newMobile()];
  const { actor } = await member(identity, address);
  const id = await add(actor, 'sms', phone);
  expect((await identity.delete(`/account/contact-points/${id}`, { actor })).status).toBe(204);
  const hashOf = (channel: 'sms' | 'email', identifier: string) =>
    identity.app.contactHash(actor.userId, channel, identifier);
  const [byEmail, byPhone] = [hashOf('email', address), hashOf('sms', phone)];
  const lists = (await announcedOf(actor.userId)).map(({ hashes }) => [...hashes].sort());
  expect(lists).toEqual([[byEmail], [byEmail, byPhone].sort(), [byEmail]]);
  expect(JSON.stringify(await announcedOf(actor.userId))).not.toContain(address);
});

test('announces nothing at a later sign-in, and not the contact of an operator before the first one', async () => {
  const address = newAddress();
  await changeRole(identity.app, { action: 'grant', identifier: address, role: 'auditor' }, identity.clock.now);
  const before = await identity.db.selectFrom('contact_point').selectAll().where('verified_at', 'is', null).execute();
  for (const { person_id: id } of before)
    await identity.db.transact((trx) => announceContactPointsSnapshot(trx, identity.app, id));
  expect((await identity.emitted(contactPointsSnapshot)).map(({ hashes }) => hashes)).toEqual([[]]);
  const { actor } = await member(identity, address);
  identity.advanceClock(61);
  await signIn(identity, address);
  expect(await announcedOf(actor.userId)).toHaveLength(1);
});

test('SC4 during a rotation announces the hashes of both secrets: provider finds contacts by either', async () => {
  const { actor } = await member(identity);
  const next = contactHashOf(randomBytes(32).toString('base64url'));
  const [before] = await announcedOf(actor.userId);
  const announce = (keys: object) =>
    identity.db.transact((trx) => announceContactPoints(trx, { ...identity.app, ...keys }, actor.userId));
  await announce({ acceptedContactHashes: [next] });
  await announce({ contactHash: next, acceptedContactHashes: [identity.app.contactHash] });
  await announce({ contactHash: next });
  const [, beginning, ending, after] = await announcedOf(actor.userId);
  for (const list of ['hashes', 'mailboxes'] as const) {
    const [old, added] = [before?.[list]?.[0], after?.[list]?.[0]];
    expect(new Set([old, added]).size).toBe(2);
    expect([beginning?.[list], ending?.[list], after?.[list]]).toEqual([[old, added], [added, old], [added]]);
  }
});

test('gives the same contact of two people different hashes', async () => {
  const { contactHash } = identity.app;
  expect(contactHash('a', 'sms', '+33612345678')).not.toBe(contactHash('b', 'sms', '+33612345678'));
});

test('gives the accounts of one mailbox the same hash, whatever the tag', async () => {
  const { ofMailbox } = identity.app.contactHash;
  const address = newAddress();
  const accounts = [await member(identity, address), await member(identity, address.replace('@', '+cleaner@'))];
  const announced = await Promise.all(accounts.map(async ({ actor }) => (await announcedOf(actor.userId)).at(-1)));
  for (const one of announced) expect(one?.mailboxes).toEqual([ofMailbox('email', address)]);
  const others = ['a.b@example.org', 'ab@example.org', '+ab@example.org', '+cd@example.org'];
  expect(new Set(others.map((other) => ofMailbox('email', other))).size).toBe(4);
  expect(ofMailbox('sms', '+33612345678')).not.toBe(ofMailbox('sms', '+33612345679'));
});

test('announces the contact points again in a snapshot, and none of an erased person', async () => {
  const [kept, erased] = [await member(identity), await member(identity)];
  expect((await identity.delete('/account', { actor: erased.actor })).status).toBe(204);
  const before = (await identity.emitted(contactPointsSnapshot)).length;
  for (const { actor } of [kept, erased])
    await identity.db.transact(async (trx) => {
      for (const source of snapshotSources) await source.announce(trx, actor.userId, identity.app);
    });
  const snapshots = (await identity.emitted(contactPointsSnapshot)).slice(before);
  const [changed] = await announcedOf(kept.actor.userId);
  expect(snapshots).toEqual([{ ...changed, occurredAt: expect.any(String) }]);
});
