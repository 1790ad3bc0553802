import { randomUUID } from 'node:crypto';
import { oneTimeCodeRequested, oneTimeCodeWithheld } from '@trust/contracts/events/identity';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  areAlike,
  comparable,
  createPersonsAt,
  newMobile,
  newNumber,
  requestCode,
  requestShuffled,
} from '../../test/code-requests.ts';
import { recordStatements } from '../../test/record-statements.ts';
import { challenge, type Identity, newAddress, signIn, startIdentity } from '../../test/service.ts';

let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity({ connections: 4, limits: { 'sms-country': 100_000, 'sms-budget': 100_000 } });
  await fillBlock(identity);
});
afterAll(() => identity[Symbol.asyncDispose]());

const knownOf = (numbers: string[]) => createPersonsAt(identity, numbers);
const many = (count: number, one: (index: number) => string) => Array.from({ length: count }, (_, index) => one(index));

// Of countries that are not served, of ranges that cost more, and of a block that has had its share.
const fullBlock = '+3246000';
const fillBlock = async (of: Identity) => {
  for (let sent = 0; sent < 20; sent++) await requestCode(of, newNumber(fullBlock, 4));
};
const blocked = [() => newNumber('+1202555', 4), () => newNumber('+32900', 5), () => newNumber(fullBlock, 4)];

/**
 * Two hundred against two hundred: a statement more or less (5 to 10 % of a request) is a difference of ranks far beyond chance,
 * while the machine's own noise meets all groups alike. By chance alone one comparison in 100 fails; a real difference fails
 * every time, so it takes three rounds in a row to be one.
 */
test('A2 two hundred known, two hundred unknown and fifty blocked numbers are answered alike, and as fast', async () => {
  let alike = false;
  for (let round = 1; round <= 3 && !alike; round++) {
    const { known, unknown, ...rest } = await requestShuffled((number) => requestCode(identity, number), {
      known: await knownOf(many(200, () => newMobile())),
      unknown: many(200, () => newMobile()),
      blocked: many(50, (index) => blocked[index % blocked.length]?.() ?? ''),
    });
    const answers = [...known, ...unknown, ...rest.blocked].map(({ answer }) => comparable(answer));
    expect(answers[0]).toMatchObject({ status: 202 });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    alike = areAlike(known, unknown) && areAlike(rest.blocked, unknown);
  }
  expect(alike).toBe(true);
}, 120_000);

test('A2 the same work is done for every number, statement by statement', async () => {
  await using watched = await startIdentity();
  const work = recordStatements(watched);
  const workFor = async (number: string) => {
    work.length = 0;
    expect((await requestCode(watched, number)).answer.status).toBe(202);
    return [...work];
  };
  await fillBlock(watched);
  const forUnknown = await workFor(newMobile());
  expect(forUnknown).toContain('seal');
  expect(forUnknown.filter((text) => /^insert into (outbox|"challenge")/.test(text))).toHaveLength(3);
  for (const number of await createPersonsAt(watched, [newMobile()])) expect(await workFor(number)).toEqual(forUnknown);
  for (const number of blocked) expect(await workFor(number())).toEqual(forUnknown);
});

test('A2 a device that is known elsewhere causes the same work as any other, statement by statement', async () => {
  await using watched = await startIdentity();
  const device = { 'x-device-id': randomUUID() };
  await signIn(watched, newAddress(), device);
  const known = newAddress();
  await signIn(watched, known);
  const work = recordStatements(watched);
  const workFor = async (identifier: string, headers: Record<string, string>) => {
    work.length = 0;
    await challenge(watched, identifier, headers);
    return [...work];
  };
  const forUnknown = await workFor(newAddress(), { 'x-device-id': randomUUID() });
  expect(await workFor(newAddress(), device)).toEqual(forUnknown);
  expect(await workFor(known, device)).toEqual(forUnknown);
});

test('A2 a challenge is made whether or not a code is sent, and nobody is told which', async () => {
  const before = (await identity.emitted(oneTimeCodeWithheld)).length;
  for (const number of blocked) {
    const { answer } = await requestCode(identity, number());
    const { rows } = await sql`select from challenge where id = ${answer.body.challengeId}`.execute(identity.db);
    expect(rows).toHaveLength(1);
    const sent = (await identity.emitted(oneTimeCodeRequested)).map(({ challengeId }) => challengeId);
    expect(sent).not.toContain(answer.body.challengeId);
  }
  const withheld = (await identity.emitted(oneTimeCodeWithheld)).slice(before).map(({ reason }) => reason);
  expect(withheld).toEqual(['country', 'range', 'prefix']);
});

test('A2 whoever asks too soon waits as long for a known number as for an unknown one', async () => {
  const answers = [];
  for (const number of [...(await knownOf([newMobile()])), newMobile(), newNumber('+32900', 5)]) {
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
