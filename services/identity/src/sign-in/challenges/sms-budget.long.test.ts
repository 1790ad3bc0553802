import { oneTimeCodeRequested, oneTimeCodeWithheld } from '@trust/contracts/events/identity';
import { expect, test } from 'vitest';
import { createPersonsAt, expectSameResponses, expectSameTimes, requestCode } from '../../../test/code-requests.ts';
import { startIdentity } from '../../../test/service.ts';

test('A6 A2 of 1000 numbers of a block, on 200 networks, 20 get a code; responses are alike and as fast', async () => {
  await using identity = await startIdentity({ connections: 4 });
  const numbers = Array.from({ length: 1000 }, (_, index) => `+3249900${String(index).padStart(4, '0')}`);
  const isKnown = (number: string) => Number(number) % 2 === 0;
  await createPersonsAt(identity, numbers.filter(isKnown));
  const responses: (Awaited<ReturnType<typeof requestCode>> & { number: string })[] = [];
  for (let from = 0; from < numbers.length; from += 10) {
    const batch = numbers
      .slice(from, from + 10)
      .map((number, index) => ({ number, ip: `10.0.${(from + index) % 200}.9`, order: Math.random() }))
      .sort((one, other) => one.order - other.order);
    responses.push(
      ...(await Promise.all(
        batch.map(async ({ number, ip }) => ({ number, ...(await requestCode(identity, number, ip)) })),
      )),
    );
  }
  expectSameResponses(responses);
  expect(await identity.emitted(oneTimeCodeRequested)).toHaveLength(20);
  const reasons = (await identity.emitted(oneTimeCodeWithheld)).map(({ reason }) => reason);
  expect(reasons).toEqual(Array(980).fill('prefix'));
  expectSameTimes(
    responses.filter(({ number }) => isKnown(number)),
    responses.filter(({ number }) => !isKnown(number)),
  );
}, 600_000);
