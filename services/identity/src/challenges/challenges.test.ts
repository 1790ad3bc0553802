import { randomUUID } from 'node:crypto';
import { oneTimeCodeRequested, SealedOneTimeCode } from '@trust/contracts/events/identity';
import { compactDecrypt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { challenge, sealKey, startIdentity } from '../../test/service.ts';
import { useChallenge } from './queries.ts';

let identity: Awaited<ReturnType<typeof startIdentity>>;
beforeAll(async () => {
  identity = await startIdentity({ connections: 10 });
});
afterAll(() => identity[Symbol.asyncDispose]());

const verify = (challengeId: string, code: string) =>
  identity.post(`/auth/challenges/${challengeId}/verify`, { body: { code } });
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000');
const newAddress = () => `${randomUUID()}@example.test`;

test('a code signs in, and the same address is the same person again', async () => {
  const address = newAddress();
  const first = await challenge(identity, address);
  const answer = await verify(first.challengeId, first.code);
  expect(answer).toMatchObject({ status: 200, body: { session: { label: 'Unnamed device' } } });
  identity.pass(61);
  const second = await challenge(identity, ` ${address.toUpperCase()} `);
  expect((await verify(second.challengeId, second.code)).status).toBe(200);
  const people =
    await sql`select distinct person_id from contact_point where identifier_index = ${identity.app.vault.indexOf('email', address)}`.execute(
      identity.db,
    );
  expect(people.rows).toHaveLength(1);
});

test.each([
  ['a space', (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)} `],
  ['a hyphen', (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`],
  ['the digits of another script', (code: string) => code.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? '')],
])('a code typed with %s is the same code', async (_name, typed) => {
  const { challengeId, code } = await challenge(identity, newAddress());
  expect(await verify(challengeId, typed(code))).toMatchObject({ status: 200 });
});

test('what is no code is told so and takes no try', async () => {
  const { challengeId, code } = await challenge(identity, newAddress());
  for (const typed of ['12345', '1234567', 'abcdef', `${code}x`, ''])
    expect(await verify(challengeId, typed)).toMatchObject({ status: 400, body: { errors: [{ field: 'code' }] } });
  expect((await verify(challengeId, code)).status).toBe(200);
});

test('the code leaves identity only sealed, for the webhooks service', async () => {
  const { code } = await challenge(identity, '+32 470 12 34 56');
  const event = (await identity.emitted(oneTimeCodeRequested)).at(-1);
  const { plaintext } = await compactDecrypt(event?.sealed ?? '', sealKey);
  expect(SealedOneTimeCode.parse(JSON.parse(Buffer.from(plaintext).toString()))).toMatchObject({
    channel: 'sms',
    to: '+32470123456',
    code,
  });
  const rows = await sql<{ text: string }>`select row_to_json(o)::text as text from outbox o`.execute(identity.db);
  expect(rows.rows.filter(({ text }) => text.includes(`"${code}"`) || text.includes('32470123456'))).toEqual([]);
});

test('A1 sixteen verifies of the right code at once make one session', async () => {
  const { challengeId, code } = await challenge(identity, newAddress());
  // The limit of ten a minute would answer for the code; it has a test of its own.
  const answers = await Promise.all(Array.from({ length: 16 }, () => verify(challengeId, code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('A1 of sixteen who hold the right code at once one gets to use it', async () => {
  const { challengeId } = await challenge(identity, newAddress());
  const uses = Array.from({ length: 16 }, () =>
    identity.db.transact((trx) => useChallenge(trx, challengeId, identity.clock.now)),
  );
  expect((await Promise.all(uses)).filter(Boolean)).toHaveLength(1);
});

test('A1 after five wrong codes the right one is refused', async () => {
  const { challengeId, code } = await challenge(identity, newAddress());
  for (let attempt = 0; attempt < 5; attempt++) expect((await verify(challengeId, otherThan(code))).status).toBe(401);
  expect(await verify(challengeId, code)).toMatchObject({ status: 401, body: { title: 'The code was not accepted' } });
});

test('A1 wrong codes sent at once take five tries and no more', async () => {
  const { challengeId, code } = await challenge(identity, newAddress());
  await Promise.all(Array.from({ length: 9 }, () => verify(challengeId, otherThan(code))));
  const { rows } = await sql<{ attempts: number }>`select attempts from challenge where id = ${challengeId}`.execute(
    identity.db,
  );
  expect(rows[0]?.attempts).toBe(5);
  expect((await verify(challengeId, code)).status).toBe(401);
});

test('A1 a code is worth nothing for another challenge, and after five minutes', async () => {
  const one = await challenge(identity, newAddress());
  const other = await challenge(identity, newAddress());
  if (one.code !== other.code) expect((await verify(other.challengeId, one.code)).status).toBe(401);
  identity.pass(301);
  expect((await verify(one.challengeId, one.code)).status).toBe(401);
});

test('a second code within a minute has to wait, and the answer says how long', async () => {
  const address = newAddress();
  await challenge(identity, address);
  const answer = await identity.post('/auth/challenges', { body: { channel: 'email', identifier: address } });
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get('retry-after'))).toBe(60);
});

test.each([
  [
    'a number without a country',
    { channel: 'sms', identifier: '0470 12 34 56' },
    [{ field: 'identifier', code: 'invalid_format' }],
  ],
  [
    'an address without a host',
    { channel: 'email', identifier: 'name@' },
    [{ field: 'identifier', code: 'invalid_format' }],
  ],
  ['an unknown channel', { channel: 'fax', identifier: '+3212345678' }, [{ field: 'channel', code: 'invalid_value' }]],
  [
    'an unknown key',
    { channel: 'sms', identifier: '+3212345678', role: 'triage' },
    [{ field: 'role', code: 'unknown_field' }],
  ],
  [
    'nothing',
    {},
    [
      { field: 'channel', code: 'required' },
      { field: 'identifier', code: 'required' },
    ],
  ],
])('%s is refused', async (_name, body, errors) => {
  expect(await identity.post('/auth/challenges', { body })).toMatchObject({ status: 400, body: { errors } });
});
