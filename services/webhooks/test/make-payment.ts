import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import type { Webhooks } from './service.ts';

/** Returns the id of a new intent. */
export async function startPayment(webhooks: Webhooks, actor: Actor, minorUnits = 1000): Promise<string> {
  const headers = { 'idempotency-key': randomUUID() };
  const body = { planKey: await webhooks.plan(minorUnits) };
  return (await webhooks.post('/payments/intents', { actor, body, headers })).body.id;
}
