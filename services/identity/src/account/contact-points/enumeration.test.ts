import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createPersonsAt,
  expectSameResponses,
  newMobile,
  newMobiles,
  newNumber,
  requestContactPoint,
} from '../../../test/code-requests.ts';
import { recordStatements } from '../../../test/record-statements.ts';
import { type Identity, member, startIdentity } from '../../../test/service.ts';

let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity({
    connections: 4,
    limits: { 'contact-point': 10_000, 'sms-country': 100_000, 'sms-budget': 100_000 },
  });
});
afterAll(() => identity[Symbol.asyncDispose]());

const newBlocked = () => newNumber('+32900', 5);

test('A2 returns the same response for numbers that are taken, free and blocked', async () => {
  const { actor } = await member(identity);
  const numbers = [...(await createPersonsAt(identity, newMobiles(10))), ...newMobiles(10), newBlocked()];
  const responses = [];
  for (const number of numbers) responses.push(await requestContactPoint(identity, actor, number));
  expectSameResponses(responses);
});

test('A2 runs the same statements for numbers that are taken, free, blocked and the caller’s own', async () => {
  await using watched = await startIdentity();
  const statements = recordStatements(watched);
  const own = newMobile();
  const { actor } = await member(watched, own);
  watched.advanceClock(61);
  const statementsFor = async (number: string) => {
    statements.length = 0;
    expect((await requestContactPoint(watched, actor, number)).answer.status).toBe(202);
    return [...statements];
  };
  const forFree = await statementsFor(newMobile());
  expect(forFree).toContain('seal');
  expect(forFree.filter((text) => /^insert into (outbox|"challenge")/.test(text))).toHaveLength(3);
  for (const number of await createPersonsAt(watched, [newMobile()]))
    expect(await statementsFor(number)).toEqual(forFree);
  expect(await statementsFor(own)).toEqual(forFree);
  expect(await statementsFor(newBlocked())).toEqual(forFree);
});
