import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startWebhooks, type Webhooks } from '../../test/service.ts';
import { applyDeliveryReport } from './delivery-reports.ts';

let webhooks: Webhooks;
beforeEach(async () => {
  webhooks = await startWebhooks({ connections: 3 });
});
afterEach(() => webhooks[Symbol.asyncDispose]());

test('applies the first report of a carrier about a sent message, and no other', async () => {
  const report = (status: 'delivered' | 'undelivered', providerMessageId = 'SM1') =>
    webhooks.db.transact((trx) =>
      applyDeliveryReport(trx, { channel: 'sms', providerMessageId, status }, webhooks.clock.now),
    );
  const sender = (providerMessageId: string) => ({ send: async () => ({ providerMessageId }) });
  for (const id of ['SM1', 'SM2']) {
    await webhooks.requestCode();
    await webhooks.send(sender(id));
  }
  expect(await report('delivered', 'SM0')).toBe(false);
  expect(await report('delivered')).toBe(true);
  expect(await report('undelivered')).toBe(false);
  expect(await report('undelivered', 'SM2')).toBe(true);
  const reported_at = webhooks.clock.now;
  expect(await webhooks.deliveries()).toMatchObject([
    { state: 'delivered', provider_message_id: 'SM1', failure: null, reported_at },
    { state: 'failed', provider_message_id: 'SM2', failure: 'undelivered', reported_at },
  ]);
});

test.each(['before', 'while'])('applies a report that comes %s the answer of the carrier is stored', async (time) => {
  const id = 'SM1';
  const [at, status] = [webhooks.clock.now, 'delivered'];
  const found = Promise.withResolvers<void>();
  const reported = async (ended: () => Promise<unknown>) =>
    webhooks.db.transact(async (trx) => {
      await applyDeliveryReport(trx, { channel: 'sms', providerMessageId: id, status }, at);
      found.resolve();
      await ended();
      await trx
        .insertInto('message_status')
        .values({ source: 'twilio', message_ref: id, status, reported_at: at })
        .execute();
    });
  // The answer waits for the report, or else it is stored first.
  const answerIsStored = () =>
    vi.waitUntil(async () => {
      const { rows } = await sql<{ ended: boolean }>`
        select exists (select from pg_locks where locktype = 'advisory' and not granted)
          or not exists (select from delivery where state = 'queued') as ended`.execute(webhooks.db);
      return rows[0]?.ended;
    });
  let report: Promise<void> | undefined;
  await webhooks.requestCode();
  await webhooks.send({
    send: async () => {
      report = reported(time === 'while' ? answerIsStored : async () => {});
      await (time === 'while' ? found.promise : report);
      return { providerMessageId: id };
    },
  });
  await report;
  expect(await webhooks.deliveries()).toMatchObject([{ state: 'delivered', provider_message_id: id }]);
});
