import { randomUUID } from 'node:crypto';
import { inboundEventReceived, paymentDifferenceFound } from '@trust/contracts/events/webhooks';
import { representative } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPayment } from '../../../test/make-payment.ts';
import { startWebhooks, type Webhooks } from '../../../test/service.ts';
import { PaymentRefused } from '../../payment-provider.ts';
import type { Sandbox } from '../adapters/sandbox.ts';
import { applyProviderPayment } from './apply-provider-payment.ts';

let webhooks: Webhooks;
let sandbox: Sandbox;
beforeAll(async () => {
  webhooks = await startWebhooks();
  webhooks.clock.now = new Date();
  sandbox = webhooks.app.payments as Sandbox;
});
afterAll(() => webhooks[Symbol.asyncDispose]());

const owner = representative(randomUUID());
const start = (minorUnits: number) => startPayment(webhooks, owner, minorUnits);

const read = async (id: string) => (await webhooks.get(`/payments/intents/${id}`, { actor: owner })).body;
const rowOf = (id: string) =>
  webhooks.db.selectFrom('payment_intent').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Does what the consumer of the bus does, and then asks the provider. */
async function settleWebhooks() {
  const waiting = await webhooks.db.selectFrom('inbound_event').selectAll().where('outcome', 'is', null).execute();
  for (const { id, source, received_at } of waiting)
    await webhooks.deliver(inboundEventReceived, { inboundEventId: id, source, receivedAt: received_at.toISOString() });
  await webhooks.settle();
}

test('a payment that ended keeps its state when the provider says otherwise, which operations learn once', async () => {
  const id = await start(1000);
  await webhooks.settle();
  const reference = String((await rowOf(id)).reference);
  await webhooks.db
    .updateTable('sandbox_payment')
    .set({ state: 'failed' })
    .where('reference', '=', reference)
    .execute();
  // Its webhook makes the platform ask again.
  await sandbox.refund(reference, 1);
  await settleWebhooks();
  expect(await read(id)).toMatchObject({ state: 'succeeded' });
  expect(await webhooks.emitted(paymentDifferenceFound)).toMatchObject([{ kind: 'state' }]);
  expect(await rowOf(id)).toMatchObject({ next_check_at: null });
});

test('a payment that succeeded before its cancellation is not cancelled again when it is refunded', async () => {
  const id = await start(1005);
  await webhooks.settle();
  const reference = String((await rowOf(id)).reference);
  await sandbox.confirm(reference);
  await webhooks.post(`/payments/intents/${id}/cancel`, { actor: owner });
  await settleWebhooks();
  expect(await read(id)).toMatchObject({ state: 'succeeded', cancelRequestedAt: expect.any(String) });
  const { cancel } = sandbox;
  sandbox.cancel = () => Promise.reject(new Error('This payment cannot be cancelled.'));
  await sandbox.refund(reference, 400);
  await settleWebhooks().finally(() => Object.assign(sandbox, { cancel }));
  expect(await read(id)).toMatchObject({ state: 'succeeded', refundedMinorUnits: 400 });
});

test('a refusal that arrives after another replica created the payment does not fail it', async () => {
  const id = await start(1005);
  const { create } = sandbox;
  sandbox.create = async (...request) => {
    const askedAt = webhooks.clock.now;
    const found = await create(...request);
    await applyProviderPayment(webhooks.app, { id, askedAt, nextCheckAt: askedAt }, found);
    throw new PaymentRefused('idempotency_key_in_use');
  };
  await webhooks.settle().finally(() => Object.assign(sandbox, { create }));
  expect(await read(id)).toMatchObject({ state: 'requires_action', failureCode: null, endedAt: null });
});

test('a payment that ended keeps no secret for its client, although the provider still sends one', async () => {
  const id = await start(1000);
  const { create } = sandbox;
  sandbox.create = async (...request) => ({ ...(await create(...request)), clientSecret: 'pi_1_secret_1' });
  await webhooks.settle().finally(() => Object.assign(sandbox, { create }));
  expect(await read(id)).toMatchObject({ state: 'succeeded', clientSecret: null });
  expect(await rowOf(id)).toMatchObject({ client_secret: null });
});
