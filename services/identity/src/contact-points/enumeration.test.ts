import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  areAlike,
  comparable,
  createPersonsAt,
  newMobile,
  newNumber,
  requestContactPoint,
  requestShuffled,
} from '../../test/code-requests.ts';
import { recordStatements } from '../../test/record-statements.ts';
import { type Identity, member, startIdentity } from '../../test/service.ts';

let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity({
    connections: 4,
    limits: { 'contact-point': 10_000, 'sms-country': 100_000, 'sms-budget': 100_000 },
  });
});
afterAll(() => identity[Symbol.asyncDispose]());

const several = (count: number) => Array.from({ length: count }, () => newMobile());
// Of countries that are not served.
const blocked = (count: number) => Array.from({ length: count }, () => newNumber('+1202555', 4));

// Chance fails one comparison in 100; a real difference fails every time, so it takes three rounds in a row to be one.
test('A2 adding two hundred numbers that are taken is answered like adding two hundred that are free and fifty blocked ones, and as fast', async () => {
  const { actor } = await member(identity);
  let alike = false;
  for (let round = 1; round <= 3 && !alike; round++) {
    const { taken, free, ...rest } = await requestShuffled((number) => requestContactPoint(identity, actor, number), {
      taken: await createPersonsAt(identity, several(200)),
      free: several(200),
      blocked: blocked(50),
    });
    const answers = [...taken, ...free, ...rest.blocked].map(({ answer }) => comparable(answer));
    expect(answers[0]).toMatchObject({ status: 202 });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    alike = areAlike(taken, free) && areAlike(rest.blocked, free);
  }
  expect(alike).toBe(true);
}, 120_000);

test('A2 the same work is done whether a number is taken, free or one’s own, statement by statement', async () => {
  await using watched = await startIdentity();
  const work = recordStatements(watched);
  const own = newMobile();
  const { actor } = await member(watched, own);
  watched.advanceClock(61);
  const workFor = async (number: string) => {
    work.length = 0;
    expect((await requestContactPoint(watched, actor, number)).answer.status).toBe(202);
    return [...work];
  };
  const forFree = await workFor(newMobile());
  expect(forFree).toContain('seal');
  expect(forFree.filter((text) => /^insert into (outbox|"challenge")/.test(text))).toHaveLength(3);
  for (const number of await createPersonsAt(watched, [newMobile()])) expect(await workFor(number)).toEqual(forFree);
  expect(await workFor(own)).toEqual(forFree);
  expect(await workFor(blocked(1)[0] ?? '')).toEqual(forFree);
});
