import { randomUUID } from 'node:crypto';
import { auditRecorded, notificationRequested } from '@trust/contracts/events/any';
import { sessionRevoked } from '@trust/contracts/events/identity';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  challenge,
  enrol,
  newOperator,
  operatorWithPasskey,
  passkeyActor,
  registerPasskey,
  signInWithPasskey,
} from '../../../test/passkey-sessions.ts';
import { member, resolverOf, startIdentity } from '../../../test/service.ts';
import { softwareAuthenticator } from '../../../test/software-authenticator.ts';

let identity: Awaited<ReturnType<typeof startIdentity>>;
let resolver: Awaited<ReturnType<typeof resolverOf>>;
beforeAll(async () => {
  const limits = { 'challenge-ip': 1000, 'verify-ip': 1000, 'privileged-operation': 1000, 'operator-sign-in': 1000 };
  identity = await startIdentity({ limits, connections: 4 });
  resolver = await resolverOf(identity);
});
afterAll(() => identity[Symbol.asyncDispose]());

const problem = (status: number, slug: string, code?: string) => ({
  status,
  body: { type: `http://trust.test/problems/${slug}`, ...(code && { errors: [expect.objectContaining({ code })] }) },
});
const noticesTo = async (personId: string) =>
  (await identity.emitted(notificationRequested.identity))
    .filter(({ userId, template }) => userId === personId && template === 'passkeys_changed')
    .map(({ data }) => data.change);
const audited = async (...ids: string[]) =>
  (await identity.emitted(auditRecorded.identity))
    .filter(({ actorId, objectId }) => ids.includes(actorId ?? '') || ids.includes(objectId ?? ''))
    .map(({ action, outcome, after }) => [action, outcome, after]);

test('registers a passkey with an enrolment token and signs in with it; audits and notifies', async () => {
  const { actor, authenticator, passkeyId } = await operatorWithPasskey(identity, 'decider');
  const createdAt = identity.clock.now.toISOString();
  const item = { id: passkeyId, name: 'Key ring', synced: false, createdAt, lastUsedAt: null };
  const listed = await identity.get('/account/passkeys', { actor });
  expect(listed).toMatchObject({ status: 200, body: { items: [item], nextCursor: null } });

  identity.advanceClock(30);
  const signedIn = await signInWithPasskey(identity, authenticator);
  expect(signedIn.status).toBe(200);
  expect(await resolver.actorOf(signedIn.body.accessToken)).toMatchObject({ userId: actor.userId });
  const sessions = (await identity.get('/auth/sessions', { actor })).body.items;
  expect(sessions.map((one: { authenticatedBy: string }) => one.authenticatedBy)).toEqual(['passkey', 'one_time_code']);
  const [{ lastUsedAt }] = (await identity.get('/account/passkeys', { actor })).body.items;
  expect(lastUsedAt).toBe(identity.clock.now.toISOString());
  expect(await noticesTo(actor.userId)).toEqual(['enrolment_issued', 'added']);
  expect(await audited(actor.userId)).toEqual([
    ['grantRole', 'done', { role: 'decider' }],
    ['verifyChallenge', 'done', expect.objectContaining({ authenticatedBy: 'one_time_code' })],
    ['enrolOperator', 'done', { expiresAt: expect.any(String) }],
    ['createRegistrationChallenge', 'done', { byEnrolment: true }],
    ['createPasskey', 'done', { synced: false, byEnrolment: true }],
    ['verifyPasskey', 'done', expect.objectContaining({ authenticatedBy: 'passkey', passkeyId })],
  ]);
});

test('requires an enrolment token for the first passkey: its own, unexpired and unused', async () => {
  const operator = await newOperator(identity);
  const { actor, identifier } = operator;
  const stranger = await newOperator(identity);
  const foreign = await enrol(identity, stranger.identifier);
  for (const enrolmentToken of [undefined, 'guessed', foreign]) {
    const { response } = await registerPasskey(identity, actor, { enrolmentToken });
    expect(response).toMatchObject(problem(403, 'enrolment-required'));
  }
  const refusals = (await identity.refusals()).filter(({ actorId }) => actorId === actor.userId);
  expect(refusals.map(({ operation, slug, count }) => [operation, slug, count])).toEqual([
    ['createRegistrationChallenge', 'enrolment-required', 3],
  ]);
  const first = await enrol(identity, identifier);
  const second = await enrol(identity, identifier);
  const replaced = await registerPasskey(identity, actor, { enrolmentToken: first });
  expect(replaced.response).toMatchObject(problem(403, 'enrolment-required'));
  identity.advanceClock(30 * 60);
  const expired = await registerPasskey(identity, actor, { enrolmentToken: second });
  expect(expired.response).toMatchObject(problem(403, 'enrolment-required'));

  const enrolmentToken = await enrol(identity, identifier);
  const both = await Promise.all([1, 2].map(() => registerPasskey(identity, actor, { enrolmentToken })));
  const slugs = both.map(({ response }) => response.body.type?.split('/').at(-1) ?? response.status);
  expect(slugs.sort()).toEqual([201, 'passkey-required']);
  const { items } = (await identity.get('/account/passkeys', { actor })).body;
  expect(items).toHaveLength(1);

  const registered = both.find(({ response }) => response.status === 201)?.authenticator ?? softwareAuthenticator();
  const { actor: strong } = await passkeyActor(identity, actor, registered);
  expect((await identity.delete(`/account/passkeys/${items[0].id}`, { actor: strong })).status).toBe(204);
  const used = await registerPasskey(identity, actor, { enrolmentToken });
  expect(used.response).toMatchObject(problem(403, 'enrolment-required'));
});

test('a repeated request for a registration challenge gets a new one, whatever its Idempotency-Key', async () => {
  const { actor, identifier } = await newOperator(identity);
  const body = { enrolmentToken: await enrol(identity, identifier) };
  const start = () =>
    identity.post('/account/passkeys/challenges', { actor, body, headers: { 'idempotency-key': identifier } });
  const [first, second] = [await start(), await start()];
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.body.challengeId).not.toBe(first.body.challengeId);
});

test('requires a recent sign-in with a passkey for further passkeys', async () => {
  const { actor, authenticator } = await operatorWithPasskey(identity);
  const byCode = await registerPasskey(identity, actor);
  expect(byCode.response).toMatchObject(problem(401, 'passkey-required'));
  expect(byCode.response.headers.get('www-authenticate')).toBe(
    'Bearer error="insufficient_user_authentication", acr_values="phr", max_age=300',
  );
  const { actor: strong } = await passkeyActor(identity, actor, authenticator);
  const start = await identity.post('/account/passkeys/challenges', { actor: strong, body: {} });
  const known = { type: 'public-key', id: authenticator.id.toString('base64url') };
  expect(start.body.publicKey.excludeCredentials).toEqual([known]);
  const again = await registerPasskey(identity, strong, { authenticator });
  expect(again.response).toMatchObject(problem(409, 'state-conflict'));
  for (let passkeys = 2; passkeys <= 10; passkeys++)
    expect((await registerPasskey(identity, strong)).response.status).toBe(201);
  expect((await registerPasskey(identity, strong)).response).toMatchObject(problem(409, 'state-conflict'));
  identity.advanceClock(300);
  expect((await registerPasskey(identity, strong)).response).toMatchObject(problem(401, 'step-up-required'));
});

test.each([
  ['another origin', { origin: 'https://portal.example.test.evil.example' }, 'origin_not_allowed'],
  ['a frame of another page', { crossOrigin: true }, 'origin_not_allowed'],
  ['another RP id', { rpId: 'evil.example' }, 'rp_id_mismatch'],
  ['no user verification', { isUserVerified: false }, 'user_not_verified'],
  ['another challenge', { challenge: 'AAAA' }, 'challenge_invalid'],
])('A9 rejects %s at registration and sign-in', async (_what, deviation, code) => {
  const { actor, authenticator } = await operatorWithPasskey(identity);
  expect(await signInWithPasskey(identity, authenticator, { deviation })).toMatchObject(
    problem(401, 'passkey-refused', code),
  );
  const { actor: strong } = await passkeyActor(identity, actor, authenticator);
  const { response } = await registerPasskey(identity, strong, { deviation });
  expect(response).toMatchObject(problem(401, 'passkey-refused', code));
});

test('I5 rejects attestations with certificates, whose addresses would be fetched', async () => {
  const { actor, identifier } = await newOperator(identity);
  const enrolmentToken = await enrol(identity, identifier);
  const attestation = new Map<string, unknown>([['x5c', [new Uint8Array(3)]]]);
  const { response } = await registerPasskey(identity, actor, {
    enrolmentToken,
    deviation: { format: 'packed', attestation },
  });
  expect(response).toMatchObject(problem(401, 'passkey-refused', 'attestation_not_allowed'));
});

test('a challenge works once, for five minutes, and only for its ceremony and person', async () => {
  const { actor, identifier } = await newOperator(identity);
  const enrolmentToken = await enrol(identity, identifier);
  const start = await identity.post('/account/passkeys/challenges', { actor, body: { enrolmentToken } });
  const authenticator = softwareAuthenticator();
  const { challengeId, publicKey } = start.body;
  const credential = authenticator.register(publicKey);
  const refused = problem(401, 'passkey-refused', 'challenge_invalid');
  const stranger = await member(identity);
  const complete = (as: typeof actor, key?: string) =>
    identity.post('/account/passkeys', {
      actor: as,
      body: { challengeId, credential },
      ...(key && { headers: { 'idempotency-key': key } }),
    });
  expect(await complete(stranger.actor)).toMatchObject(refused);
  const key = randomUUID();
  const { status, body } = await complete(actor, key);
  expect(status).toBe(201);
  expect(await complete(actor, key)).toMatchObject({ status: 201, body });
  expect(await complete(actor)).toMatchObject(refused);

  const opened = await challenge(identity);
  const asserted = { challengeId: opened.challengeId, credential: authenticator.assert(opened.publicKey) };
  const verify = () => identity.post('/auth/passkeys/verify', { body: asserted });
  const answers = await Promise.all([verify(), verify(), verify()]);
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401, 401]);
  expect(await verify()).toMatchObject(refused);
  const late = await challenge(identity);
  identity.advanceClock(300);
  expect(
    await identity.post('/auth/passkeys/verify', {
      body: { challengeId: late.challengeId, credential: authenticator.assert(late.publicKey) },
    }),
  ).toMatchObject(refused);
});

test('M1 rejects a signature counter that does not grow, audits it and raises an alarm', async () => {
  const { authenticator, passkeyId } = await operatorWithPasskey(identity);
  const signIn = (signCount: number) => signInWithPasskey(identity, authenticator, { deviation: { signCount } });
  expect((await signIn(5)).status).toBe(200);
  for (const signCount of [5, 4, 0])
    expect(await signIn(signCount)).toMatchObject(problem(401, 'passkey-refused', 'counter_not_greater'));
  expect(await audited(passkeyId)).toEqual([
    ['createPasskey', 'done', expect.anything()],
    ...Array(3).fill(['verifyPasskey', 'refused', { code: 'counter_not_greater' }]),
  ]);
  const copies = await Promise.all([signIn(6), signIn(6)]);
  expect(copies.map(({ status }) => status).sort()).toEqual([200, 401]);
  const lower = identity.db.updateTable('passkey').set({ sign_count: 6 }).where('id', '=', passkeyId);
  await expect(lower.execute()).rejects.toThrow('only grows');

  // Authenticators without a counter always send zero.
  const zero = await operatorWithPasskey(identity);
  await identity.db.deleteFrom('passkey').where('id', '=', zero.passkeyId).execute();
  const enrolmentToken = await enrol(identity, zero.identifier);
  const deviation = { signCount: 0 };
  await registerPasskey(identity, zero.actor, { enrolmentToken, deviation, authenticator: zero.authenticator });
  for (let times = 0; times < 2; times++)
    expect((await signInWithPasskey(identity, zero.authenticator, { deviation })).status).toBe(200);
});

test('A4 D2 a revoked passkey ends the sessions that it opened, and signs in no more', async () => {
  const { actor, accessToken: codeToken, authenticator, passkeyId } = await operatorWithPasskey(identity);
  const other = await operatorWithPasskey(identity);
  const { actor: otherStrong } = await passkeyActor(identity, other.actor, other.authenticator);
  const opened = await passkeyActor(identity, actor, authenticator);
  const remove = async (id: string) => {
    const { status, body } = await identity.delete(`/account/passkeys/${id}`, { actor: otherStrong });
    return { status, ...body, instance: undefined, requestId: undefined };
  };
  expect(await remove(passkeyId)).toMatchObject({ status: 404, ...(await remove(randomUUID())) });
  const racing = signInWithPasskey(identity, authenticator);
  expect((await identity.delete(`/account/passkeys/${passkeyId}`, { actor: opened.actor })).status).toBe(204);
  const raced = await racing;
  const alive = [opened.accessToken, ...(raced.status === 200 ? [raced.body.accessToken] : [])];
  for (const token of alive) expect(await resolver.isAlive(token)).toBe(false);
  expect(await resolver.isAlive(codeToken)).toBe(true);
  expect((await identity.emitted(sessionRevoked)).map(({ sessionId }) => sessionId)).toContain(opened.actor.sessionId);
  expect(await signInWithPasskey(identity, authenticator)).toMatchObject(
    problem(401, 'passkey-refused', 'passkey_invalid'),
  );
  expect(await noticesTo(actor.userId)).toEqual(['enrolment_issued', 'added', 'removed']);
  const [, , after] = (await audited(passkeyId)).at(-1) ?? [];
  expect(after).toEqual({ endedSessions: alive.length });
});
