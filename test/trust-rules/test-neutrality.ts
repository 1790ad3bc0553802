import { randomUUID } from 'node:crypto';
import asyncapi from '@trust/contracts/asyncapi.json' with { type: 'json' };
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eventually, type Session } from '../../demo/client.ts';
import type { World } from '../authorization/world.ts';

type Payment = { planKey: string; isCancelled: boolean; refund: number };

type Started = { id: string; amount: { minorUnits: number } };

const payment: fc.Arbitrary<Payment> = fc.record({
  planKey: fc.constantFrom(
    'sandbox-succeeds',
    'sandbox-declined',
    'sandbox-requires-action',
    'sandbox-succeeds-late',
    'sandbox-webhook-first',
    'subscription-monthly',
  ),
  isCancelled: fc.boolean(),
  refund: fc.integer({ min: 0, max: 100 }),
});
/** The first list is of the provider that is published, the second of another one. */
const histories = fc.tuple(fc.array(payment, { minLength: 2, maxLength: 5 }), fc.array(payment, { maxLength: 3 }));

/** D5: whatever is paid, refused or refunded, claims, search and queue stay as they are. */
export function testNeutrality(world: () => World): void {
  describe('D5 commercial neutrality', () => {
    test('D5 no service reads an event of payments, except operations that of a difference', () => {
      const readers = Object.values(asyncapi.operations as Record<string, { action: string; title: string }>)
        .filter(({ action, title }) => action === 'receive' && / webhooks\.(payment|ledger)/.test(title))
        .map(({ title }) => title);
      expect(readers).toEqual(['operations receives webhooks.payment-difference.found.v1']);
    });

    test('D5 random histories of payments change no claim, no search result and no queue', async () => {
      const before = await shown(world());
      expect(before.search.length).toBeGreaterThan(0);
      expect(before.queue.length).toBeGreaterThan(0);
      for (const [ours, others] of fc.sample(histories, { numRuns: 2, seed: 15 })) {
        await Promise.all([
          ...ours.map((one) => pay(world(), world().sessions.owner as Session, one)),
          ...others.map((one) => pay(world(), world().sessions.stranger as Session, one)),
        ]);
        await world().platform.settled();
        expect(await shown(world())).toEqual(before);
      }
      const states = await world().platform.rows<{ state: string }>(
        'webhooks',
        'select distinct state from payment_intent',
      );
      expect(states.length).toBeGreaterThanOrEqual(3);
    });
  });
}

/** All of it as a reader sees it, and the tables that it comes from. */
async function shown({ client, platform, sessions }: World) {
  const search = '/public/providers/search?category=electrician&latitude=65.78&longitude=114.22&radiusKm=100&limit=100';
  const queue = await client.expect<{ items: { subject: { type: string }; priority: number }[] }>(
    200,
    'GET',
    '/operations/triage?limit=100',
    { as: sessions.supervisor },
  );
  const tables = (service: 'provider' | 'verification', names: string[]) =>
    Promise.all(names.map((name) => platform.rows(service, `select md5(t::text) from ${name} t order by 1`)));
  return {
    search: (await client.expect<{ items: object[] }>(200, 'GET', search, {})).body.items,
    // Services report dead letters once a minute, whatever is paid meanwhile.
    queue: queue.body.items
      .filter(({ subject }) => subject.type !== 'dead_letter')
      .map(({ subject, priority }) => ({ subject, priority })),
    claims: await tables('verification', ['claim', 'decision', 'verification_case']),
    listings: await tables('provider', ['claim', 'public_listing', 'provider']),
  };
}

async function pay({ client, platform }: World, as: Session, { planKey, isCancelled, refund }: Payment): Promise<void> {
  const { body } = await client.expect<Started>(201, 'POST', '/payments/intents', {
    as,
    body: { planKey },
    headers: { 'idempotency-key': randomUUID() },
  });
  const read = async () =>
    (await client.expect<{ state: string }>(200, 'GET', `/payments/intents/${body.id}`, { as })).body.state;
  if (isCancelled) await client.call('POST', `/payments/intents/${body.id}/cancel`, { as });
  const state = await eventually('the answer of the sandbox', async () => {
    const current = await read();
    return current === 'created' ? undefined : current;
  });
  if (state !== 'succeeded' || refund === 0) return;
  // The sandbox has no route for refunds.
  const refunds = JSON.stringify([
    { reference: `refund_${body.id}`, minorUnits: Math.ceil((body.amount.minorUnits * refund) / 100) },
  ]);
  await platform.rows('webhooks', 'update sandbox_payment set refunds = $2 where payment_id = $1', [body.id, refunds]);
  await platform.rows('webhooks', 'update payment_intent set next_check_at = now() where id = $1', [body.id]);
  await eventually('the refund in the ledger', async () => {
    const booked = await platform.rows(
      'webhooks',
      `select from ledger_transaction where payment_id = $1 and kind = 'refund'`,
      [body.id],
    );
    return booked.length > 0 ? true : undefined;
  });
}
