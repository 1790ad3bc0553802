import { oneTimeCodeRequested, SealedOneTimeCode } from '@trust/contracts/events/identity';
import { compactDecrypt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { challenge, newAddress, sealKey, startIdentity } from '../../../test/service.ts';

let identity: Awaited<ReturnType<typeof startIdentity>>;
beforeAll(async () => {
  identity = await startIdentity({ connections: 10 });
});
afterAll(() => identity[Symbol.asyncDispose]());

const verify = (challengeId: string, code: string) =>
  identity.post(`/auth/challenges/${challengeId}/verify`, { body: { code } });

test('signs in with a code; every spelling of an address is the same person', async () => {
  const address = newAddress();
  const first = await challenge(identity, address);
  const answer = await verify(first.challengeId, first.code);
  expect(answer).toMatchObject({ status: 200, body: { session: { label: 'Unnamed device' } } });
  identity.advanceClock(61);
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
])('accepts a code typed with %s', async (_name, typed) => {
  const { challengeId, code } = await challenge(identity, newAddress());
  expect(await verify(challengeId, typed(code))).toMatchObject({ status: 200 });
});

test('returns 400 for a malformed code, without taking an attempt', async () => {
  const { challengeId, code } = await challenge(identity, newAddress());
  for (const typed of ['12345', '1234567', 'abcdef', `${code}x`, ''])
    expect(await verify(challengeId, typed)).toMatchObject({ status: 400, body: { errors: [{ field: 'code' }] } });
  expect((await verify(challengeId, code)).status).toBe(200);
});

test.each([
  [30, 90],
  [600, undefined],
  [7200, undefined],
])('F5 a clock set back %i s neither locks out nor returns a wrong Retry-After', async (seconds, wait) => {
  const address = newAddress();
  const first = await challenge(identity, address);
  identity.advanceClock(-seconds);
  const body = { channel: 'email', identifier: address };
  const again = await identity.post('/auth/challenges', { body });
  identity.advanceClock(seconds);
  expect(again.status).toBe(wait ? 429 : 202);
  expect(Number(again.headers.get('retry-after') ?? 0)).toBe(wait ?? 0);
  if (!wait) expect(again.body).not.toMatchObject({ challengeId: first.challengeId });
  expect((await verify(first.challengeId, first.code)).status).toBe(200);
});

test('emits the code only sealed to the webhooks service', async () => {
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
])('returns 400 for %s', async (_name, body, errors) => {
  expect(await identity.post('/auth/challenges', { body })).toMatchObject({ status: 400, body: { errors } });
});
