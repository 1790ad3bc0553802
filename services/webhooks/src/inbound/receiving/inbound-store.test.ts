import { createHash, randomUUID } from 'node:crypto';
import { runInRequest } from '@trust/service-kit/request-scope';
import { expect, test } from 'vitest';
import { startWebhooks } from '../../../test/service.ts';

test('L4 a webhook whose time is over does not end the transaction of those that arrived with it', async () => {
  await using service = await startWebhooks();
  const store = (leftMs: number) => {
    const body = Buffer.from(randomUUID());
    const webhook = {
      source: 'stripe' as const,
      eventId: body.toString(),
      body,
      bodyHash: createHash('sha256').update(body).digest(),
    };
    const scope = { until: performance.now() + leftMs, reportLimit: () => {}, taken: [] };
    return runInRequest(scope, () => service.app.storeInbound(webhook));
  };
  await expect(Promise.all([store(0), store(10_000)])).resolves.toHaveLength(2);
  expect(await service.db.selectFrom('inbound_event').select('id').execute()).toHaveLength(2);
});
