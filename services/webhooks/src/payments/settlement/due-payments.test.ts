import { randomUUID } from 'node:crypto';
import { openLog } from '@trust/service-kit/observability/log';
import { representative } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startPayment } from '../../../test/make-payment.ts';
import { startWebhooks } from '../../../test/service.ts';
import { settlePayments } from './settle-payments.ts';

test('the payments that wait longest are settled first', async () => {
  await using webhooks = await startWebhooks();
  const actor = representative(randomUUID());
  const start = () => startPayment(webhooks, actor);
  const now = webhooks.clock.now;
  for (let newer = 0; newer < 8; newer += 1) await start();
  webhooks.clock.now = new Date(now.getTime() - 60_000);
  const oldest = await start();
  webhooks.clock.now = now;
  // An index would give the order without `order by`.
  await sql`set enable_indexscan = off; set enable_bitmapscan = off`.execute(webhooks.db);
  expect(await settlePayments(webhooks.app, openLog('webhooks', 'silent'))).toBe(8);
  expect((await webhooks.get(`/payments/intents/${oldest}`, { actor })).body).toMatchObject({ state: 'succeeded' });
});
