import { test } from 'vitest';
import {
  createPersonsAt,
  expectSameResponses,
  expectSameTimes,
  newMobiles,
  newNumber,
  requestContactPoint,
  requestShuffled,
} from '../../../test/code-requests.ts';
import { member, startIdentity } from '../../../test/service.ts';

test('A2 the response and its time are the same for adding 1000 taken, 1000 free and 250 blocked numbers', async () => {
  await using identity = await startIdentity({
    connections: 4,
    limits: { 'contact-point': 10_000, 'sms-country': 100_000, 'sms-budget': 100_000 },
  });
  const { actor } = await member(identity);
  const groups = await requestShuffled((number) => requestContactPoint(identity, actor, number), {
    taken: await createPersonsAt(identity, newMobiles(1000)),
    free: newMobiles(1000),
    blocked: Array.from({ length: 250 }, () => newNumber('+32900', 5)),
  });
  expectSameResponses(Object.values(groups).flat());
  expectSameTimes(groups.taken, groups.free);
  expectSameTimes(groups.blocked, groups.free);
}, 600_000);
