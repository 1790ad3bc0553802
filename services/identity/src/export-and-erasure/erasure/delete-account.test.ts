import { randomUUID } from 'node:crypto';
import { auditRecorded } from '@trust/contracts/events/any';
import { operatorChanged, personErased, sessionRevoked } from '@trust/contracts/events/identity';
import { representativeAssigned, representativeEnded } from '@trust/contracts/events/representatives';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backUp, dumpText, spellingsOf } from '../../../test/backup.ts';
import { storePasskey } from '../../../test/passkey-sessions.ts';
import { challenge, type Identity, member, signIn, startIdentity } from '../../../test/service.ts';
import { changeHold } from '../../account/legal-holds/change-hold.ts';
import { readProfile } from '../../account/profile/read-profile.ts';
import { changeRole } from '../../operators/roles/change-role.ts';
import { findOperatorIds } from '../../operators/roles/queries.ts';
import { findPerson } from '../../people/persons.ts';
import { findSealer } from '../../people/subject-keys.ts';
import { findPasskeys } from '../../sign-in/passkeys/of-person.ts';
import { announceErasures } from './announce-erasures.ts';
import { repeatErasures } from './repeat-erasures.ts';

let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity({ connections: 10, limits: { 'challenge-ip': 1000 } });
});
afterAll(() => identity[Symbol.asyncDispose]());

type Actor = Awaited<ReturnType<typeof member>>['actor'];
const erase = (actor: Actor) => identity.delete('/account', { actor });
const erasedEvents = async (personId: string) =>
  (await identity.emitted(personErased)).filter((event) => event.userId === personId);

async function makeCanary() {
  const mark = randomUUID().slice(0, 8);
  const identifier = `canary-${mark}@example.test`;
  const displayName = `Canary ${mark}`;
  const somebody = await member(identity, identifier);
  const { actor } = somebody;
  await identity.put('/account/profile', { actor, body: { displayName, locale: 'fr' } });
  identity.advanceClock(61);
  const { challengeId, code } = await challenge(identity, identifier);
  const sessionLabel = `Phone of ${displayName}`;
  await identity.post(`/auth/challenges/${challengeId}/verify`, { body: { code, sessionLabel } });
  await identity.post('/account/exports', { actor });
  await storePasskey(identity, actor.userId, `Key of ${displayName}`);
  identity.advanceClock(61);
  const open = await challenge(identity, identifier);
  const spellings = [identifier, displayName, sessionLabel, `Key of ${displayName}`].flatMap(spellingsOf);
  return { ...somebody, spellings, openChallenge: open };
}

test('P2 makes the person unreadable in the database and in earlier backups, even with the secret', async () => {
  const { actor, spellings, identifier, openChallenge } = await makeCanary();
  const person = await findPerson(identity.db, actor.userId);
  if (!person) throw new Error('Nobody is there.');
  const { vault } = identity.app;
  expect(await readProfile(identity.db, vault, person)).toMatchObject({ contactPoints: [{ identifier }] });
  const restore = await backUp(identity);

  expect((await erase(actor)).status).toBe(204);

  const text = await dumpText(identity);
  expect(spellings.filter((spelling) => text.includes(spelling))).toEqual([]);
  expect(await findPasskeys(identity.db, actor.userId)).toEqual([]);
  for (const subject of [actor.userId, openChallenge.challengeId])
    expect(await findSealer(identity.db, vault, subject)).toBeUndefined();

  await using restored = await restore();
  const before = await findPerson(restored, actor.userId);
  expect(before).toMatchObject({ erased_at: null, sealed_display_name: expect.any(Buffer) });
  expect(await readProfile(restored, vault, before as NonNullable<typeof before>)).toBeUndefined();
  const { rows: sealed } = await sql<{ value: Buffer }>`
    select sealed_display_name as value from person where id = ${actor.userId}
    union all select sealed_identifier from contact_point where person_id = ${actor.userId}
    union all select sealed_name from passkey where person_id = ${actor.userId}
    union all select sealed_label from session where person_id = ${actor.userId}
    union all select sealed_identifier from challenge where id = ${openChallenge.challengeId}`.execute(restored);
  expect(sealed.length).toBeGreaterThanOrEqual(6);
  const keys = await identity.db.selectFrom('data_key').selectAll().execute();
  for (const { value } of sealed)
    for (const { subject_id, wrapped } of keys)
      for (const field of ['display name', 'contact point', 'session label', 'passkey name', 'challenge'])
        expect(() => vault.sealer(subject_id, wrapped).open(field, value)).toThrow();
});

test('ends every session, announces the erasure once and audits it once', async () => {
  const { actor, refreshToken, session, identifier } = await member(identity);
  identity.advanceClock(61);
  const second = await signIn(identity, identifier);
  expect((await erase(actor)).status).toBe(204);
  const ended = (await identity.emitted(sessionRevoked)).map(({ sessionId }) => sessionId);
  expect(ended).toEqual(expect.arrayContaining([session.id, second.session.id]));
  for (const token of [refreshToken, second.refreshToken])
    expect((await identity.post('/auth/refresh', { body: { refreshToken: token } })).status).toBe(401);
  const contact = identity.app.vault.indexOf('email', identifier).toString('base64url');
  expect(await erasedEvents(actor.userId)).toEqual([
    { userId: actor.userId, contacts: [contact], erasedAt: identity.clock.now.toISOString() },
  ]);
  const entries = (await identity.emitted(auditRecorded.identity)).filter(({ action }) => action === 'deleteAccount');
  expect(entries.filter(({ objectId }) => objectId === actor.userId)).toHaveLength(1);
});

test('P2 erases once for concurrent requests; account routes then return 401', async () => {
  const { actor } = await member(identity);
  const answers = await Promise.all([erase(actor), erase(actor), erase(actor)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 401, 401]);
  expect((await erase(actor)).status).toBe(401);
  expect((await identity.get('/account/profile', { actor })).status).toBe(401);
  expect((await identity.post('/account/exports', { actor })).status).toBe(401);
  expect(await erasedEvents(actor.userId)).toHaveLength(1);
});

test('signs the same number up again as a new person', async () => {
  const number = '+32470123456';
  const first = await member(identity, number);
  await identity.put('/account/profile', { actor: first.actor, body: { displayName: 'Zoë', locale: 'en' } });
  await erase(first.actor);
  identity.advanceClock(61);
  const second = await member(identity, number);
  expect(second.actor.userId).not.toBe(first.actor.userId);
  const { body } = await identity.get('/account/profile', { actor: second.actor });
  expect(body).toMatchObject({ displayName: null, contactPoints: [{ identifier: number }], revision: 1 });
});

test('rejects a code that was sent before the erasure', async () => {
  const { actor, identifier } = await member(identity);
  identity.advanceClock(61);
  const { challengeId, code } = await challenge(identity, identifier);
  await erase(actor);
  expect((await identity.post(`/auth/challenges/${challengeId}/verify`, { body: { code } })).status).toBe(401);
});

test('leaves no active session when a sign-in and an erasure run concurrently', async () => {
  for (let round = 0; round < 8; round++) {
    const { actor, identifier } = await member(identity);
    identity.advanceClock(61);
    const { challengeId, code } = await challenge(identity, identifier);
    const [erased] = await Promise.all([
      erase(actor),
      identity.post(`/auth/challenges/${challengeId}/verify`, { body: { code } }),
      identity.put('/account/profile', { actor, body: { displayName: 'Late', locale: 'en' } }),
    ]);
    expect(erased.status).toBe(204);
    const { rows } = await sql`
      select s.state, p.sealed_display_name from session s join person p on p.id = s.person_id
      where p.id = ${actor.userId} and (s.state = 'active' or p.sealed_display_name is not null)`.execute(identity.db);
    expect(rows).toEqual([]);
  }
});

async function assign(userId: string, providerId: string) {
  const assignment = { assignmentId: randomUUID(), providerId, userId };
  await identity.deliver(representativeAssigned, { ...assignment, role: 'owner' });
  return assignment;
}

test('P2 of the owners of a provider who erase at once, the last gets 409 sole-owner', async () => {
  for (let round = 0; round < 4; round++) {
    const owners = [await member(identity), await member(identity), await member(identity)];
    const shared = [randomUUID(), randomUUID()];
    for (const providerId of shared) for (const { actor } of owners) await assign(actor.userId, providerId);
    const answers = await Promise.all(owners.map(({ actor }) => erase(actor)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 204, 409]);
    const last = owners[answers.findIndex(({ status }) => status === 409)] as (typeof owners)[0];
    expect((await erase(last.actor)).body.errors).toEqual(
      shared
        .sort()
        .map((providerId) => ({ field: `providers.${providerId}`, code: 'only_owner', message: expect.any(String) })),
    );
  }
});

test('returns 409 sole-owner for the only owner of a provider', async () => {
  const { actor } = await member(identity);
  const [shared, own] = [randomUUID(), randomUUID()];
  await assign(actor.userId, shared);
  await assign(randomUUID(), shared);
  const assignment = await assign(actor.userId, own);
  const refused = await erase(actor);
  expect(refused).toMatchObject({
    status: 409,
    body: {
      type: 'http://trust.test/problems/sole-owner',
      detail: expect.stringContaining('If you have just done so, repeat the request after the time in `Retry-After`.'),
      errors: [{ field: `providers.${own}`, code: 'only_owner' }],
    },
  });
  // Whoever has just closed it: the event has not arrived yet.
  expect(refused.headers.get('retry-after')).toBe('1');
  expect((await identity.get('/account/profile', { actor })).status).toBe(200);
  await identity.deliver(representativeEnded, assignment);
  expect((await erase(actor)).status).toBe(204);
});

test('returns 401 step-up-required after a sign-in of five minutes ago', async () => {
  const { actor } = await member(identity);
  identity.advanceClock(301);
  const answer = await erase(actor);
  expect(answer).toMatchObject({ status: 401, body: { type: 'http://trust.test/problems/step-up-required' } });
  expect(answer.headers.get('www-authenticate')).toContain('max_age=300');
});

test('announceErasures announces every erasure again', async () => {
  const { actor } = await member(identity);
  await erase(actor);
  expect(await announceErasures(identity.db)).toBeGreaterThan(0);
  expect((await erasedEvents(actor.userId)).map(({ contacts }) => contacts.length)).toEqual([1, 0]);
});

test('P2 repeats an erasure that a restored database has lost, once, also of a sole owner on legal hold', async () => {
  const { actor, identifier, refreshToken } = await member(identity);
  const owner = { assignmentId: randomUUID(), providerId: randomUUID(), userId: actor.userId, role: 'owner' } as const;
  await identity.deliver(representativeAssigned, owner);
  const hold = { action: 'place', who: identifier, reason: 'File 1' } as const;
  await changeHold(identity.app, hold, identity.clock.now);
  const ids = [actor.userId, randomUUID()];
  expect(await repeatErasures(identity.db, ids, identity.clock.now)).toEqual([actor.userId]);
  expect(await repeatErasures(identity.db, ids, identity.clock.now)).toEqual([]);
  expect((await identity.post('/auth/refresh', { body: { refreshToken } })).status).toBe(401);
  expect(await findSealer(identity.db, identity.app.vault, actor.userId)).toBeUndefined();
  expect(await erasedEvents(actor.userId)).toHaveLength(1);
});

test('Z3 an erased operator loses the roles and is announced without permissions; an erased member is not', async () => {
  const [{ actor, identifier }, { actor: other }] = [await member(identity), await member(identity)];
  await changeRole(identity.app, { action: 'grant', identifier, role: 'decider' }, identity.clock.now);
  expect(await findOperatorIds(identity.db)).toContain(actor.userId);
  for (const one of [actor, other]) expect((await erase(one)).status).toBe(204);
  expect(await findOperatorIds(identity.db)).not.toContain(actor.userId);
  const announced = (await identity.emitted(operatorChanged)).filter(({ userId }) =>
    [actor.userId, other.userId].includes(userId),
  );
  expect(announced).toMatchObject([{ userId: actor.userId }, { userId: actor.userId, permissions: [] }]);
});
