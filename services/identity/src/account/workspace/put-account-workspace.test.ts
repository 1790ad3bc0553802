import { randomUUID } from 'node:crypto';
import { auditRecorded } from '@trust/contracts/events/any';
import { representativeAssigned, representativeEnded } from '@trust/contracts/events/representatives';
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
const chosenBy = async ({ accessToken }: Pick<Somebody, 'accessToken'>) =>
  (await resolver.actorOf(accessToken))?.workspaceProviderId;

async function assign(userId: string, role: 'owner' | 'manager' = 'manager') {
  const assignment = { assignmentId: randomUUID(), providerId: randomUUID(), userId, role };
  await identity.deliver(representativeAssigned, assignment);
  return assignment;
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

test('A4 drops the choice with the assignment, and does not restore it with a new one', async () => {
  const representative = await makeRepresentative();
  const { assignmentId, providerId, userId } = representative.first;
  await choose(representative, providerId);
  await identity.deliver(representativeEnded, { assignmentId, providerId, userId });
  expect(await chosenBy(representative)).toBeUndefined();
  expect((await choose(representative, providerId)).status).toBe(404);
  await identity.deliver(representativeAssigned, { ...representative.first, assignmentId: randomUUID() });
  expect(await chosenBy(representative)).toBeUndefined();
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

test('returns 401 for an ended session, whose chosen assignment can still end', async () => {
  const representative = await makeRepresentative();
  const { assignmentId, providerId, userId } = representative.first;
  await choose(representative, providerId);
  await identity.post('/auth/logout', { actor: representative.actor });
  expect((await choose(representative, representative.second.providerId)).status).toBe(401);
  await identity.deliver(representativeEnded, { assignmentId, providerId, userId });
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
