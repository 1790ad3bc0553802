import { randomUUID } from 'node:crypto';
import { oneTimeCodeRequested, oneTimeCodeWithheld } from '@trust/contracts/events/identity';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  blocked,
  createPersonsAt,
  expectSameResponses,
  fillBlock,
  newMobile,
  newMobiles,
  newNumber,
  requestCode,
} from '../../../test/code-requests.ts';
import { recordStatements } from '../../../test/record-statements.ts';
import { challenge, type Identity, newAddress, signIn, startIdentity } from '../../../test/service.ts';

let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity({ connections: 4, limits: { 'sms-country': 100_000, 'sms-budget': 100_000 } });
  await fillBlock(identity);
});
afterAll(() => identity[Symbol.asyncDispose]());

test('A2 returns the same response for known, unknown and blocked numbers', async () => {
  const numbers = [
    ...(await createPersonsAt(identity, newMobiles(10))),
    ...newMobiles(10),
    ...blocked.map((next) => next()),
  ];
  const responses = [];
  for (const number of numbers) responses.push(await requestCode(identity, number));
  expectSameResponses(responses);
});

test('A2 runs the same statements for known, unknown and blocked numbers', async () => {
  await using watched = await startIdentity();
  const statements = recordStatements(watched);
  const statementsFor = async (number: string) => {
    statements.length = 0;
    expect((await requestCode(watched, number)).answer.status).toBe(202);
    return [...statements];
  };
  await fillBlock(watched);
  const forUnknown = await statementsFor(newMobile());
  expect(forUnknown).toContain('seal');
  expect(forUnknown.filter((text) => /^insert into (outbox|"challenge")/.test(text))).toHaveLength(3);
  for (const number of await createPersonsAt(watched, [newMobile()]))
    expect(await statementsFor(number)).toEqual(forUnknown);
  for (const number of blocked) expect(await statementsFor(number())).toEqual(forUnknown);
});

test('A2 runs the same statements for a device that is known for another identity', async () => {
  await using watched = await startIdentity();
  const device = { 'x-device-id': randomUUID() };
  await signIn(watched, newAddress(), device);
  const known = newAddress();
  await signIn(watched, known);
  const statements = recordStatements(watched);
  const statementsFor = async (identifier: string, headers: Record<string, string>) => {
    statements.length = 0;
    await challenge(watched, identifier, headers);
    return [...statements];
  };
  const forUnknown = await statementsFor(newAddress(), { 'x-device-id': randomUUID() });
  expect(await statementsFor(newAddress(), device)).toEqual(forUnknown);
  expect(await statementsFor(known, device)).toEqual(forUnknown);
});

test('A2 creates a challenge whether or not it sends a code', async () => {
  const before = (await identity.emitted(oneTimeCodeWithheld)).length;
  for (const number of blocked) {
    const { answer } = await requestCode(identity, number());
    const { rows } = await sql`select from challenge where id = ${answer.body.challengeId}`.execute(identity.db);
    expect(rows).toHaveLength(1);
    const sent = (await identity.emitted(oneTimeCodeRequested)).map(({ challengeId }) => challengeId);
    expect(sent).not.toContain(answer.body.challengeId);
  }
  const withheld = (await identity.emitted(oneTimeCodeWithheld)).slice(before).map(({ reason }) => reason);
  expect(withheld).toEqual(['range', 'prefix']);
});

test('A2 returns the same 429 for a second request for known, unknown and blocked numbers', async () => {
  const answers = [];
  for (const number of [...(await createPersonsAt(identity, [newMobile()])), newMobile(), newNumber('+32900', 5)]) {
    await requestCode(identity, number, '10.9.6.1');
    const { answer } = await requestCode(identity, number, '10.9.6.1');
    const { requestId: _id, ...body } = answer.body;
    answers.push({
      status: answer.status,
      wait: answer.headers.get('retry-after'),
      names: [...answer.headers.keys()],
      body,
    });
  }
  expect(answers[0]).toMatchObject({ status: 429, wait: '60' });
  for (const answer of answers) expect(answer).toEqual(answers[0]);
});
