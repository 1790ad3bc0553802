import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startStripe } from '../../../test/stripe-server.ts';
import { stripePaymentProvider } from './stripe.ts';

const key = 'sk_test_of_the_adapter';
const signal = AbortSignal.timeout(60_000);
const amount = { minorUnits: 1234, currency: 'EUR' };

test('a payment is created once per id, and its state, refunds and secret are those of Stripe', async () => {
  await using stripe = await startStripe();
  const provider = stripePaymentProvider(key, stripe.address);
  const paymentId = randomUUID();
  const created = await provider.create({ paymentId, amount }, signal);
  expect(created).toEqual({
    reference: 'pi_1',
    paymentId,
    state: 'requires_action',
    amount,
    failureCode: null,
    clientSecret: 'pi_1_secret_1',
    refunds: [],
  });
  expect((await provider.create({ paymentId, amount }, signal)).reference).toBe('pi_1');
  expect(stripe.requests[0]).toMatchObject({ method: 'POST', authorization: `Bearer ${key}` });

  const intent = stripe.intents.get('pi_1');
  Object.assign(intent ?? {}, { last_payment_error: { code: 'card_declined' } });
  expect(await provider.find('pi_1', signal)).toMatchObject({ state: 'requires_action', failureCode: 'card_declined' });
  Object.assign(intent ?? {}, { status: 'succeeded', last_payment_error: null });
  for (const [id, status] of [
    ['re_1', 'succeeded'],
    ['re_2', 'pending'],
  ] as const)
    stripe.refunds.push({ id, payment_intent: 'pi_1', amount: 34, status, object: 'refund' });
  const succeeded = { state: 'succeeded', refunds: [{ reference: 're_1', minorUnits: 34 }] };
  expect(await provider.find('pi_1', signal)).toMatchObject(succeeded);
  expect(await provider.cancel('pi_1', signal)).toMatchObject(succeeded);
  for await (const reference of provider.listReferences(new Date(0))) expect(reference).toBe('pi_1');
  expect(await provider.find('pi_2', signal)).toBeUndefined();
});

test('an open payment is cancelled', async () => {
  await using stripe = await startStripe();
  const provider = stripePaymentProvider(key, stripe.address);
  const { reference } = await provider.create({ paymentId: randomUUID(), amount }, signal);
  expect(await provider.cancel(reference, signal)).toMatchObject({ state: 'cancelled' });
});

test('a request that can never succeed is refused for good; an outage is not', async () => {
  await using stripe = await startStripe();
  const provider = stripePaymentProvider(key, stripe.address);
  const small = { paymentId: randomUUID(), amount: { minorUnits: 1, currency: 'EUR' } };
  await expect(provider.create(small, signal)).rejects.toMatchObject({
    name: 'PaymentRefused',
    code: 'amount_too_small',
  });
  stripe.override({ status: 500 });
  await expect(provider.create({ paymentId: randomUUID(), amount }, signal)).rejects.not.toMatchObject({
    name: 'PaymentRefused',
  });
});

test('M5 a payment that Stripe cannot read now is not one that Stripe does not have', async () => {
  await using stripe = await startStripe();
  const provider = stripePaymentProvider(key, stripe.address);
  const error = { code: 'lock_timeout', type: 'invalid_request_error', message: 'lock_timeout' };
  stripe.override({ status: 400, body: { error } });
  await expect(provider.find('pi_1', signal)).rejects.toMatchObject({ code: 'lock_timeout' });
});

test('I5 a redirect of the provider is not followed', async () => {
  await using stripe = await startStripe();
  await using inside = await startStripe();
  const provider = stripePaymentProvider(key, stripe.address);
  for (const status of [302, 307]) {
    stripe.override({
      status,
      headers: { location: `http://127.0.0.1:${inside.address.port}/v1/payment_intents/pi_1` },
    });
    await expect(provider.find('pi_1', signal)).rejects.toThrow();
  }
  expect(inside.requests).toEqual([]);
});
