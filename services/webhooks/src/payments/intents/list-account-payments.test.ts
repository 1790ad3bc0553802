import { randomUUID } from 'node:crypto';
import { person, representative } from '@trust/service-testing/actors';
import { expect, test } from 'vitest';
import { startPayment } from '../../../test/make-payment.ts';
import { startWebhooks } from '../../../test/service.ts';

test('pages of own payments are newest first, without duplicates or gaps, and have no payment of others', async () => {
  await using webhooks = await startWebhooks();
  const { userId } = person();
  const start = (payer: string) => startPayment(webhooks, { ...representative(randomUUID()), userId: payer });
  const started: string[] = [];
  for (let more = 0; more < 5; more += 1) {
    started.unshift(await start(userId));
    await start(randomUUID());
    // Two payments of each second.
    webhooks.advanceClock(more % 2);
  }
  const listed: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null && listed.length < 10) {
    const query = `limit=2${cursor && `&cursor=${cursor}`}`;
    const { body } = await webhooks.get(`/account/payments?${query}`, { actor: person({ userId }) });
    listed.push(...body.items.map(({ id }: { id: string }) => id));
    cursor = body.nextCursor;
  }
  expect(listed).toEqual(started);
});
