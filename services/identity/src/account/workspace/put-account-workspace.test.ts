import { randomUUID } from 'node:crypto';
import { auditRecorded } from '@trust/contracts/events/any';
import {
  representativeAssigned,
  representativeEnded,
  representativeSnapshot,
} from '@trust/contracts/events/representatives';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Identity, member, resolverOf, signIn, startIdentity } from '../../../test/service.ts';

let identity: Identity;
let resolver: Awaited<ReturnType<typeof resolverOf>>;
beforeAll(async () => {
  identity = await startIdentity({ connections: 4 });
  resolver = await resolverOf(identity);
});
afterAll(() => identity[Symbol.asyncDispose]());

type Somebody = Awaited<ReturnType<typeof member>>;
const choose = ({ actor }: Pick<Somebody, 'actor'>, providerId: string) =>
  identity.put('/account/workspace', { actor, body: { providerId } });
const actorOf = ({ accessToken }: Pick<Somebody, 'accessToken'>) => resolver.actorOf(accessToken);
const chosenBy = async (somebody: Pick<Somebody, 'accessToken'>) => (await actorOf(somebody))?.workspaceProviderId;

async function assign(userId: string, role: 'owner' | 'manager' = 'manager') {
  const assignment = { assignmentId: randomUUID(), providerId: randomUUID(), userId, role };
  await identity.deliver(representativeAssigned, assignment);
  return assignment;
}

async function end({ assignmentId, providerId, userId }: Awaited<ReturnType<typeof assign>>) {
  await identity.deliver(representativeEnded, { assignmentId, providerId, userId });
}

async function makeRepresentative() {
  const somebody = await member(identity);
  const { userId } = somebody.actor;
  return { ...somebody, first: await assign(userId, 'owner'), second: await assign(userId) };
}

test('puts the chosen workspace into the assertion of this session only, from the next look-up on', async () => {
  const representative = await makeRepresentative();
  const { first, second, identifier } = representative;
  identity.advanceClock(61);
  const elsewhere = await signIn(identity, identifier);
  expect(await chosenBy(representative)).toBeUndefined();
  for (const { providerId, role } of [first, second, first]) {
    const answer = await choose(representative, providerId);
    expect(answer).toMatchObject({ status: 200, body: { providerId, role } });
    expect(await chosenBy(representative)).toBe(providerId);
  }
  expect(await chosenBy(elsewhere)).toBeUndefined();
});

test('returns 404 for a provider that the person does not represent, and keeps the choice', async () => {
  const representative = await makeRepresentative();
  const stranger = await makeRepresentative();
  await choose(representative, representative.first.providerId);
  for (const providerId of [stranger.first.providerId, randomUUID()])
    expect(await choose(representative, providerId)).toMatchObject({ status: 404 });
  expect(await chosenBy(representative)).toBe(representative.first.providerId);
});

test('A4 ends the choice with the assignment for this session, until it chooses again', async () => {
  const representative = await makeRepresentative();
  const { first, second, identifier } = representative;
  const { providerId } = first;
  identity.advanceClock(61);
  const elsewhere = await signIn(identity, identifier);
  expect(await actorOf(representative)).not.toHaveProperty('hasEndedWorkspace');
  await choose(representative, providerId);
  await end(first);
  const expectNone = async () => {
    expect(await actorOf(representative)).toMatchObject({ hasEndedWorkspace: true });
    expect(await chosenBy(representative)).toBeUndefined();
  };
  await expectNone();
  expect(await actorOf(elsewhere)).toMatchObject({ hasEndedWorkspace: true });
  expect((await choose(representative, providerId)).status).toBe(404);
  expect((await identity.get('/account/profile', { actor: representative.actor })).body.providers).toEqual([
    { providerId: second.providerId, role: 'manager' },
  ]);

  await identity.deliver(representativeAssigned, { ...first, assignmentId: randomUUID() });
  await expectNone();
  expect((await choose(representative, providerId)).status).toBe(200);
  expect(await actorOf(representative)).toMatchObject({ workspaceProviderId: providerId });
  expect(await actorOf(representative)).not.toHaveProperty('hasEndedWorkspace');
});

test('Z2 a session that never chose needs a choice once an assignment ends, also for the only one left', async () => {
  const somebody = await member(identity);
  const only = await assign(somebody.actor.userId, 'owner');
  identity.advanceClock(61);
  const chosen = await signIn(identity, somebody.identifier);
  const second = await assign(somebody.actor.userId);
  await choose({ actor: { ...somebody.actor, sessionId: chosen.session.id } }, second.providerId);
  expect(await actorOf(somebody)).not.toHaveProperty('hasEndedWorkspace');
  const stranger = await makeRepresentative();
  await end(only);
  expect(await actorOf(somebody)).toMatchObject({ hasEndedWorkspace: true, assignments: [{ role: 'manager' }] });
  expect(await chosenBy(chosen)).toBe(second.providerId);
  expect(await actorOf(stranger)).not.toHaveProperty('hasEndedWorkspace');
  await choose(somebody, second.providerId);
  expect(await chosenBy(somebody)).toBe(second.providerId);
});

test('Z2 the end of an assignment that only a snapshot told needs a choice, once', async () => {
  const representative = await makeRepresentative();
  const { first, second, identifier } = representative;
  const endedAt = identity.clock.now.toISOString();
  const snapshot = () => identity.deliver(representativeSnapshot, { ...first, endedAt });
  await snapshot();
  expect(await actorOf(representative)).toMatchObject({ hasEndedWorkspace: true });
  identity.advanceClock(61);
  const later = await signIn(identity, identifier);
  await snapshot();
  expect(await actorOf(later)).not.toHaveProperty('hasEndedWorkspace');
  expect((await actorOf(later))?.assignments).toMatchObject([{ providerId: second.providerId }]);
});

test('A4 a refresh keeps a choice that has ended; a new sign-in has none', async () => {
  const { first, ...representative } = await makeRepresentative();
  await choose(representative, first.providerId);
  await end(first);
  const refreshed = await identity.post('/auth/refresh', { body: { refreshToken: representative.refreshToken } });
  expect(await actorOf(refreshed.body)).toMatchObject({ hasEndedWorkspace: true });
  identity.advanceClock(61);
  expect(await actorOf(await signIn(identity, representative.identifier))).not.toHaveProperty('hasEndedWorkspace');
});

test('A4 forbids caching a session of a person with several assignments', async () => {
  const representative = await makeRepresentative();
  const mayCache = async ({ accessToken }: Pick<Somebody, 'accessToken'>) =>
    (await resolver.resolved(accessToken))?.mayCache;
  expect(await mayCache(representative)).toBe(false);
  const other = await member(identity);
  await assign(other.actor.userId);
  expect(await mayCache(other)).toBe(true);
});

test('A4 forbids caching a session whose choice has ended, since any replica must see the next one', async () => {
  const representative = await makeRepresentative();
  await choose(representative, representative.first.providerId);
  await end(representative.first);
  const mayCache = async () => (await resolver.resolved(representative.accessToken))?.mayCache;
  expect(await mayCache()).toBe(false);
  await choose(representative, representative.second.providerId);
  expect(await mayCache()).toBe(true);
});

test('returns 401 for an ended session, whose chosen assignment can still end', async () => {
  const representative = await makeRepresentative();
  const { first, second } = representative;
  await choose(representative, first.providerId);
  await identity.post('/auth/logout', { actor: representative.actor });
  expect((await choose(representative, second.providerId)).status).toBe(401);
  await end(first);
});

test('P1 audits each choice with the session and both providers', async () => {
  const representative = await makeRepresentative();
  const { first, second, session } = representative;
  await choose(representative, first.providerId);
  await choose(representative, second.providerId);
  const entries = (await identity.emitted(auditRecorded.identity)).filter(({ objectId }) => objectId === session.id);
  expect(entries.filter(({ action }) => action === 'putAccountWorkspace')).toMatchObject([
    { objectType: 'session', before: { providerId: null }, after: { providerId: first.providerId } },
    { objectType: 'session', before: { providerId: first.providerId }, after: { providerId: second.providerId } },
  ]);
});
