import { expect, test } from 'vitest';
import {
  createPersonsAt,
  expectSameResponses,
  expectSameTimes,
  newMobiles,
  requestCode,
  requestShuffled,
} from '../services/identity/test/code-requests.ts';
import { brokenCarrier, startWithCarrier } from './carrier.ts';

test.each(['never responds', 'responds with 500'] as const)(
  'A2 answers 1000 known and 1000 unknown numbers alike and as fast while the SMS carrier %s',
  async (failure) => {
    const { send, attempted, release } = brokenCarrier(failure);
    await using platform = await startWithCarrier(send, { 'sms-country': 100_000, 'sms-budget': 100_000 });
    const { identity, forwardEvents } = platform;
    for (const number of newMobiles(5)) await requestCode(identity, number);
    await forwardEvents();
    await expect.poll(() => attempted.size).toBeGreaterThan(0);
    const groups = await requestShuffled((number) => requestCode(identity, number), {
      known: await createPersonsAt(identity, newMobiles(1000)),
      unknown: newMobiles(1000),
    });
    expectSameResponses(Object.values(groups).flat());
    expectSameTimes(groups.known, groups.unknown);
    release();
  },
  600_000,
);
