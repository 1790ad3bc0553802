import { expect, test } from 'vitest';
import {
  blocked,
  createPersonsAt,
  expectSameResponses,
  expectSameTimes,
  fillBlock,
  newMobiles,
  requestCode,
  requestShuffled,
} from '../../../test/code-requests.ts';
import { startIdentity } from '../../../test/service.ts';

test('A2 the response and its time are the same for 1000 known, 1000 unknown and 250 blocked numbers', async () => {
  await using identity = await startIdentity({
    connections: 4,
    limits: { 'sms-country': 100_000, 'sms-budget': 100_000 },
  });
  await fillBlock(identity);
  const groups = await requestShuffled((number) => requestCode(identity, number), {
    known: await createPersonsAt(identity, newMobiles(1000)),
    unknown: newMobiles(1000),
    blocked: Array.from({ length: 250 }, (_, index) => blocked[index % blocked.length]?.() ?? ''),
  });
  expect(groups.blocked).toHaveLength(250);
  expectSameResponses(Object.values(groups).flat());
  expectSameTimes(groups.known, groups.unknown);
  expectSameTimes(groups.blocked, groups.unknown);
}, 600_000);
