import { oneTimeCodeRequested, oneTimeCodeWithheld, smsBudgetExhausted } from '@trust/contracts/events/identity';
import type { LimitOverrides } from '@trust/contracts/limits';
import { expect, test } from 'vitest';
import {
  comparable,
  createPersonsAt,
  expectSameResponses,
  newMobile,
  requestCode,
} from '../../../test/code-requests.ts';
import { challenge, newAddress, startIdentity } from '../../../test/service.ts';
import { networkOf } from '../../sessions/known-devices/network.ts';
import { findSmsConversion } from './queries.ts';

const start = (limits: LimitOverrides = {}) => startIdentity({ connections: 4, limits });
type Identity = Awaited<ReturnType<typeof start>>;
const sent = async (identity: Identity) => (await identity.emitted(oneTimeCodeRequested)).length;
const reasons = async (identity: Identity) => (await identity.emitted(oneTimeCodeWithheld)).map(({ reason }) => reason);

test('A6 sends twenty codes an hour to one block of numbers, whichever networks request them', async () => {
  await using identity = await start();
  const numbers = Array.from({ length: 60 }, (_, index) => `+3249900${String(index).padStart(4, '0')}`);
  await createPersonsAt(
    identity,
    numbers.filter((_number, index) => index % 2 === 0),
  );
  const responses = await Promise.all(
    numbers.map((number, index) => requestCode(identity, number, `10.0.${index % 12}.9`)),
  );
  expectSameResponses(responses);
  expect(await sent(identity)).toBe(20);
  expect(await reasons(identity)).toEqual(Array(40).fill('prefix'));
});

test('A6 after the hourly budget withholds codes with the same response, and raises one alarm', async () => {
  await using identity = await start({ 'sms-budget': 5 });
  const logged: string[] = [];
  Object.assign(identity.app.log, { error: (text: string) => logged.push(text) });
  const answers = [];
  for (let index = 0; index < 12; index++) answers.push(comparable((await requestCode(identity, newMobile())).answer));
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(await sent(identity)).toBe(5);
  expect(await reasons(identity)).toEqual(Array(7).fill('budget'));
  expect(await identity.emitted(smsBudgetExhausted)).toEqual([{ exhaustedAt: identity.clock.now.toISOString() }]);
  expect(logged).toEqual(['Hourly SMS budget exhausted']);

  await requestCode(identity, newAddress());
  expect(await sent(identity)).toBe(6);
});

test('A6 withheld codes do not use the budget; each country has its own limit', async () => {
  await using identity = await start({ 'sms-budget': 3, 'sms-country': 2 });
  for (const number of ['+3270012345', '+3270012346']) await requestCode(identity, number);
  for (let index = 0; index < 3; index++) await requestCode(identity, newMobile());
  await requestCode(identity, '+33612345678');
  expect(await reasons(identity)).toEqual(['range', 'range', 'budget']);
  expect(await sent(identity)).toBe(3);
});

test('A6 refuses a number of a country that is not served, with its countries, and takes nothing', async () => {
  await using identity = await start({ 'sms-prefix': 1 });
  for (let attempt = 0; attempt < 3; attempt++) {
    const { answer } = await requestCode(identity, '+12025550123');
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'identifier', code: 'country_not_served', message: expect.stringContaining('BE') }] },
    });
  }
  expect(await identity.db.selectFrom('challenge').selectAll().execute()).toEqual([]);
});

test('A6 reports codes requested, sent and verified by block of numbers', async () => {
  await using identity = await start({ 'sms-budget': 2 });
  const { challengeId, code } = await challenge(identity, '+32470120001');
  await identity.post(`/auth/challenges/${challengeId}/verify`, { body: { code } });
  await requestCode(identity, '+32470120002');
  await requestCode(identity, '+32470990003');
  await requestCode(identity, newAddress());
  expect(await findSmsConversion(identity.db, new Date(0))).toEqual([
    { sms_prefix: '+3247012', requested: 2, sent: 2, verified: 1 },
    { sms_prefix: '+3247099', requested: 1, sent: 0, verified: 0 },
  ]);
});

test('deletes a challenge one day after it expires', async () => {
  await using identity = await start();
  await requestCode(identity, newMobile());
  const left = async (seconds: number) => {
    await identity.prune(seconds);
    return (await identity.db.selectFrom('challenge').select('id').execute()).length;
  };
  expect(await left(24 * 3600)).toBe(1);
  expect(await left(24 * 3600 + 301)).toBe(0);
});

test('A6 limits SMS by network, with 429 for every number', async () => {
  await using identity = await start({ 'sms-network': 3 });
  const from = async (ip: string) => (await requestCode(identity, newMobile(), ip)).answer.status;
  for (const ip of ['10.9.9.1', '10.9.9.2', '10.9.9.3']) expect(await from(ip)).toBe(202);
  expect(await from('10.9.9.4')).toBe(429);
  expect((await requestCode(identity, '+3270012345', '10.9.9.5')).answer.status).toBe(429);
  expect(await from('10.9.8.1')).toBe(202);
  expect((await requestCode(identity, newAddress(), '10.9.9.4')).answer.status).toBe(202);
});

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:0:12:a:b:c:d', '2001:db8:0:12::/64'],
  ['2001:0DB8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
])('the network of %s is %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

test('sends one code for concurrent requests of one device for one number', async () => {
  await using identity = await start({ 'challenge-identity': 100 });
  const number = newMobile();
  const answers = await Promise.all(Array.from({ length: 16 }, () => requestCode(identity, number, '10.9.7.1')));
  expect(answers.map(({ answer }) => answer.status).sort()).toEqual([202, ...Array(15).fill(429)]);
  expect(await sent(identity)).toBe(1);
});
