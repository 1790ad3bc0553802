import { auditRecorded, notificationRequested } from '@trust/contracts/events/any';
import { messageRequested, oneTimeCodeRequested, SealedMessage } from '@trust/contracts/events/identity';
import { compactDecrypt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMobile } from '../../../test/code-requests.ts';
import { type Identity, member, newAddress, otherThan, sealKey, signIn, startIdentity } from '../../../test/service.ts';
import { changeHold } from '../legal-holds/change-hold.ts';

let identity: Identity;
beforeAll(async () => {
  const limits = {
    verify: 1000,
    'verify-ip': 10_000,
    'challenge-ip': 10_000,
    'contact-point': 10_000,
    'sms-network': 10_000,
  };
  identity = await startIdentity({ connections: 20, limits });
});
afterAll(() => identity[Symbol.asyncDispose]());

type Actor = Awaited<ReturnType<typeof member>>['actor'];
const path = '/account/contact-points';

const add = (actor: Actor, identifier: string, headers: Record<string, string> = {}) =>
  identity.post(path, { actor, body: { channel: identifier.includes('@') ? 'email' : 'sms', identifier }, headers });
const verify = (actor: Actor, id: string, code: string, headers: Record<string, string> = {}) =>
  identity.post(`${path}/${id}/verify`, { actor, body: { code }, headers });
const remove = (actor: Actor, id: string) => identity.delete(`${path}/${id}`, { actor });
const pointsOf = async (actor: Actor): Promise<{ id: string; identifier: string; verified: boolean }[]> =>
  (await identity.get('/account/profile', { actor })).body.contactPoints;

async function opened(actor: Actor, identifier: string) {
  const answer = await add(actor, identifier);
  if (answer.status !== 202) throw new Error(`Not opened: ${JSON.stringify(answer.body)}`);
  return { id: answer.body.id as string, code: identity.codes.at(-1) as string };
}

async function added(actor: Actor, identifier: string): Promise<string> {
  const { id, code } = await opened(actor, identifier);
  expect((await verify(actor, id, code)).status).toBe(200);
  return id;
}

const personOf = async (tokens: { session: { id: string } }) =>
  (await identity.db.selectFrom('session').select('person_id').where('id', '=', tokens.session.id).executeTakeFirst())
    ?.person_id;

test('adds an e-mail address to an account with a phone number; both sign in to it', async () => {
  const phone = newMobile();
  const { actor } = await member(identity, phone);
  const address = newAddress();
  const { id, code } = await opened(actor, address);
  expect(await pointsOf(actor)).toHaveLength(1);
  const answer = await verify(actor, id, code);
  expect(answer).toMatchObject({ status: 200, body: { id: actor.userId, revision: 2 } });
  expect(answer.headers.get('etag')).toBe('"r2"');
  expect(answer.body.contactPoints).toEqual([
    { id, channel: 'email', identifier: address, verified: true, verifiedAt: identity.clock.now.toISOString() },
    expect.objectContaining({ channel: 'sms', identifier: phone, verified: true }),
  ]);
  identity.advanceClock(61);
  expect(await personOf(await signIn(identity, phone))).toBe(actor.userId);
  expect(await personOf(await signIn(identity, address))).toBe(actor.userId);
});

test('rejects a contact point’s code for sign-in, and a sign-in code for a contact point', async () => {
  const { actor } = await member(identity);
  const mine = await opened(actor, newAddress());
  expect((await identity.post(`/auth/challenges/${mine.id}/verify`, { body: { code: mine.code } })).status).toBe(401);
  const body = { channel: 'email', identifier: newAddress() };
  const { challengeId } = (await identity.post('/auth/challenges', { body })).body;
  expect((await verify(actor, challengeId, identity.codes.at(-1) ?? '')).status).toBe(401);
  expect((await verify(actor, mine.id, mine.code)).status).toBe(200);
});

test('Z2 returns 401 or 404 for another person’s contact point', async () => {
  const [{ actor }, other] = [await member(identity), await member(identity)];
  const { id, code } = await opened(actor, newAddress());
  expect((await verify(other.actor, id, code)).status).toBe(401);
  expect((await verify(actor, id, code)).status).toBe(200);
  const [foreign, unknown] = [await remove(other.actor, id), await remove(other.actor, identity.app.newId())];
  expect([foreign.status, unknown.status]).toEqual([404, 404]);
  expect(await pointsOf(actor)).toHaveLength(2);
});

test('sends the owner of an identifier a notice in their language instead of a code', async () => {
  const phone = newMobile();
  const owner = await member(identity, phone);
  await identity.put('/account/profile', { actor: owner.actor, body: { displayName: null, locale: 'fr' } });
  identity.advanceClock(61);
  const { actor } = await member(identity);
  const codes = (await identity.emitted(oneTimeCodeRequested)).length;
  const { id, code } = await opened(actor, phone);
  expect(await identity.emitted(oneTimeCodeRequested)).toHaveLength(codes);
  const { sealed, messageId } = (await identity.emitted(messageRequested)).at(-1) ?? { sealed: '' };
  expect(messageId).toBe(id);
  const { plaintext } = await compactDecrypt(sealed, sealKey);
  expect(SealedMessage.parse(JSON.parse(Buffer.from(plaintext).toString()))).toMatchObject({
    template: 'contact_point_taken',
    to: phone,
    language: 'fr',
  });
  // Even if the code leaked.
  expect((await verify(actor, id, code)).status).toBe(401);
  expect(await pointsOf(owner.actor)).toMatchObject([{ identifier: phone }]);
  expect(await pointsOf(actor)).toHaveLength(1);
});

test('rejects an identifier that another person has since added, like a wrong code', async () => {
  const { actor } = await member(identity);
  const address = newAddress();
  const { id, code } = await opened(actor, address);
  const wrong = await verify(actor, id, otherThan(code));
  identity.advanceClock(61);
  const taker = await signIn(identity, address);
  const late = await verify(actor, id, code);
  expect(late.status).toBe(401);
  expect({ ...late.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' });
  expect(await personOf(taker)).not.toBe(actor.userId);
});

test('M3 exactly one of sixteen people who verify one address concurrently gets it', async () => {
  const address = newAddress();
  const rivals = [];
  for (let index = 0; index < 16; index++) {
    const { actor } = await member(identity);
    rivals.push({ actor, ...(await opened(actor, address)) });
    // The next challenge must wait a minute.
    await sql`update challenge set created_at = created_at - interval '1 hour' where id = ${rivals.at(-1)?.id}`.execute(
      identity.db,
    );
    await sql`delete from rate_limit`.execute(identity.db);
  }
  const answers = await Promise.all(rivals.map(({ actor, id, code }) => verify(actor, id, code)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(15).fill(401)]);
  const points = await Promise.all(rivals.map(({ actor }) => pointsOf(actor)));
  expect(points.flat().filter(({ identifier }) => identifier === address)).toHaveLength(1);
});

test('A1 sixteen concurrent requests with the right code add one contact point', async () => {
  const { actor } = await member(identity);
  const first = await opened(actor, newAddress());
  const answers = await Promise.all(Array.from({ length: 16 }, () => verify(actor, first.id, first.code)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(15).fill(401)]);
  expect(await pointsOf(actor)).toHaveLength(2);
});

test('returns 401 step-up-required for adding and removing after a sign-in of five minutes ago', async () => {
  const { actor } = await member(identity);
  const id = await added(actor, newAddress());
  const old = { ...actor, authenticatedAt: actor.authenticatedAt - 300 };
  for (const answer of [await add(old, newAddress()), await remove(old, id)]) {
    expect(answer).toMatchObject({ status: 401, body: { type: 'http://trust.test/problems/step-up-required' } });
    expect(answer.headers.get('www-authenticate')).toContain('max_age=300');
  }
});

test('removes a contact point, which others can then use; keeps the last verified one, also by raw SQL', async () => {
  const address = newAddress();
  const { actor } = await member(identity, address);
  const phone = newMobile();
  const id = await added(actor, phone);
  expect((await remove(actor, id)).status).toBe(204);
  expect((await remove(actor, id)).status).toBe(404);
  identity.advanceClock(61);
  const somebody = await personOf(await signIn(identity, phone));
  expect(somebody).not.toBe(actor.userId);
  const [last] = await pointsOf(actor);
  expect(await remove(actor, last?.id ?? '')).toMatchObject({
    status: 409,
    body: { type: 'http://trust.test/problems/last-contact-point' },
  });
  const raw = identity.asOwner('delete from contact_point where id = $1', [last?.id]);
  await expect(raw).rejects.toMatchObject({ constraint: 'person_keeps_a_contact_point' });
  expect(await pointsOf(actor)).toMatchObject([{ identifier: address }]);
});

test('M3 keeps one contact point after sixteen concurrent removals', async () => {
  const { actor } = await member(identity);
  for (let more = 0; more < 4; more++) await added(actor, newAddress());
  const ids = (await pointsOf(actor)).map(({ id }) => id);
  const answers = await Promise.all(Array.from({ length: 16 }, (_, index) => remove(actor, ids[index % 5] ?? '')));
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(4);
  expect(answers.filter(({ status }) => ![204, 404, 409].includes(status))).toEqual([]);
  expect(await pointsOf(actor)).toHaveLength(1);
});

test('returns 409 for a sixth contact point, and for a removal under a legal hold', async () => {
  const { actor, identifier } = await member(identity);
  const ids = [];
  for (let more = 0; more < 4; more++) ids.push(await added(actor, newAddress()));
  expect(await add(actor, newAddress())).toMatchObject({ status: 409 });
  const { db, vault } = identity.app;
  await changeHold({ db, vault }, { action: 'place', who: identifier, reason: 'file 7' }, identity.clock.now);
  expect(await remove(actor, ids[0] ?? '')).toMatchObject({
    status: 409,
    body: { type: 'http://trust.test/problems/legal-hold' },
  });
});

test('C1 replays the stored response of both steps for a repeated key', async () => {
  const { actor } = await member(identity);
  const address = newAddress();
  const key = { 'idempotency-key': identity.app.newId() };
  const [first, again] = [await add(actor, address, key), await add(actor, address, key)];
  expect(again).toMatchObject({ status: 202, body: first.body });
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  const code = identity.codes.at(-1) ?? '';
  const once = await verify(actor, first.body.id, code, key);
  const twice = await verify(actor, first.body.id, code, key);
  expect(twice).toMatchObject({ status: 200, body: once.body });
  expect((await add(actor, address)).status).toBe(429);
});

test('P1 audits each step without the identifier, and notifies the person', async () => {
  const { actor } = await member(identity);
  const address = newAddress();
  const id = await added(actor, address);
  await remove(actor, id);
  const entries = (await identity.emitted(auditRecorded.identity)).filter(({ objectId }) => objectId === id);
  expect(entries).toMatchObject([
    { action: 'createContactPoint', actorId: actor.userId, after: { channel: 'email' } },
    { action: 'verifyContactPoint', actorId: actor.userId, after: { channel: 'email', tries: 1 } },
    { action: 'deleteContactPoint', actorId: actor.userId, before: { channel: 'email', verified: true } },
  ]);
  expect(JSON.stringify(entries)).not.toContain(address);
  const notices = (await identity.emitted(notificationRequested.identity)).filter(
    ({ userId }) => userId === actor.userId,
  );
  expect(notices.map(({ template, data }) => [template, data.change])).toEqual([
    ['contact_points_changed', 'added'],
    ['contact_points_changed', 'removed'],
  ]);
});

test('P2 erasure deletes all contact points and the challenge of one being added', async () => {
  const { actor, identifier } = await member(identity);
  const address = newAddress();
  await added(actor, address);
  const pending = await opened(actor, newAddress());
  expect((await identity.delete('/account', { actor })).status).toBe(204);
  expect((await verify(actor, pending.id, pending.code)).status).toBe(401);
  const left = await sql`select from data_key where subject_id in (${actor.userId}, ${pending.id})
    union all select from contact_point where person_id = ${actor.userId}`.execute(identity.db);
  expect(left.rows).toEqual([]);
  for (const one of [identifier, address]) {
    identity.advanceClock(61);
    expect(await personOf(await signIn(identity, one))).not.toBe(actor.userId);
  }
});
