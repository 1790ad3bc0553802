import { randomUUID } from 'node:crypto';
import { inboundEventReceived } from '@trust/contracts/events/webhooks';
import { representative } from '@trust/service-testing/actors';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { startPayment } from '../../../test/make-payment.ts';
import { startWebhooks, testSecrets } from '../../../test/service.ts';

test('W5 an event of Stripe makes the platform read the payment, found by its id or its reference', async () => {
  await using webhooks = await startWebhooks();
  const stripe = new Stripe('sk_test_none');
  const id = await startPayment(webhooks, representative(randomUUID()));
  const copied = await webhooks.db
    .selectFrom('payment_intent')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const sent = { ...copied, id: randomUUID(), adapter: 'stripe', next_check_at: null };
  const known = { ...sent, id: randomUUID(), reference: 'pi_known' };
  await webhooks.db.insertInto('payment_intent').values([sent, known]).execute();

  /** Returns the payments that are read because of the event. */
  async function checkedAfter(object: object): Promise<string[]> {
    const rows = () => webhooks.db.selectFrom('payment_intent').where('adapter', '=', 'stripe');
    await webhooks.db.updateTable('payment_intent').set({ next_check_at: null }).execute();
    const payload = JSON.stringify({ id: `evt_${randomUUID()}`, data: { object } });
    const timestamp = Math.floor(webhooks.clock.now.getTime() / 1000);
    const secret = testSecrets.stripe[0] ?? '';
    const signature = stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
    const options = { rawBody: Buffer.from(payload), headers: { 'stripe-signature': signature } };
    expect((await webhooks.post('/webhooks/payments/stripe', options)).status).toBe(200);
    const [event] = await webhooks.db.selectFrom('inbound_event').selectAll().where('outcome', 'is', null).execute();
    if (!event) throw new Error('The event is not stored.');
    const received = { inboundEventId: event.id, source: event.source, receivedAt: event.received_at.toISOString() };
    await webhooks.deliver(inboundEventReceived, received);
    const due = await rows().select('id').where('next_check_at', 'is not', null).execute();
    return due.map((row) => row.id);
  }

  const intent = { object: 'payment_intent' };
  expect(await checkedAfter({ ...intent, id: 'pi_new', metadata: { paymentId: sent.id } })).toEqual([sent.id]);
  expect(await checkedAfter({ ...intent, id: 'pi_known', metadata: {} })).toEqual([known.id]);
  expect(await checkedAfter({ ...intent, id: 'pi_of_another_shop' })).toEqual([]);
  expect(await checkedAfter({ object: 'charge', id: 'ch_1', payment_intent: 'pi_known' })).toEqual([known.id]);
  // What others can write into a charge names no payment.
  const forged = { object: 'charge', id: 'ch_1', metadata: { paymentId: sent.id } };
  expect(await checkedAfter(forged)).toEqual([]);
});
