import { expect, test } from 'vitest';
import {
  createPersonsAt,
  expectSameResponses,
  newMobiles,
  requestCode,
} from '../services/identity/test/code-requests.ts';
import { brokenCarrier, startWithCarrier } from './carrier.ts';

test.each(['never responds', 'responds with 500'] as const)(
  'A2 returns the same response for known and unknown numbers while the SMS carrier %s',
  async (failure) => {
    const { send, attempted, release } = brokenCarrier(failure);
    await using platform = await startWithCarrier(send);
    const { identity, forwardEvents } = platform;
    await requestCode(identity, newMobiles(1)[0] ?? '');
    await forwardEvents();
    await expect.poll(() => attempted.size).toBeGreaterThan(0);
    const responses = [];
    for (const number of [...(await createPersonsAt(identity, newMobiles(10))), ...newMobiles(10)])
      responses.push(await requestCode(identity, number));
    expectSameResponses(responses);
    release();
  },
);

test('A6 does not call the carrier after the SMS budget is used up', async () => {
  const sent: string[] = [];
  await using platform = await startWithCarrier(async ({ to }) => void sent.push(to), { 'sms-budget': 5 });
  const numbers = newMobiles(12);
  for (const number of numbers) await requestCode(platform.identity, number);
  await platform.forwardEvents();
  await expect.poll(() => sent.length).toBe(5);
  await platform.webhooks.send();
  expect(sent.toSorted()).toEqual(numbers.slice(0, 5).toSorted());
});
