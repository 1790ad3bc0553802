import { randomUUID } from 'node:crypto';
import { eventually } from '../../demo/client.ts';
import type { World } from '../authorization/world.ts';
import type { RawClient } from '../raw-client.ts';
import { successStatuses } from './canary-values.ts';

/** Returns the push token, which no output may contain. */
export async function registerDevice({ sessions: { owner: as } }: World, client: RawClient): Promise<string> {
  const pushToken = `canary-${randomUUID()}`;
  const body = { installationId: randomUUID(), pushService: 'fcm', pushToken };
  await client.expectOneOf(successStatuses, 'POST', '/devices', { as, body });
  const preferences = { locale: 'fr', quietHours: null, groups: [] };
  await client.expectOneOf(successStatuses, 'PUT', '/notification-preferences', { as, body: preferences });
  return pushToken;
}

type Payment = { id: string; state: string; clientSecret: string | null };

/** One payment succeeds, so that the ledger has it. Returns the client secret of another one that awaits its payer. */
export async function pay({ sessions: { owner: as } }: World, client: RawClient): Promise<string> {
  const create = async (planKey: string) => {
    const body = { planKey };
    const headers = { 'idempotency-key': randomUUID() };
    const options = { as, body, headers };
    return (await client.expectOneOf<Payment>(successStatuses, 'POST', '/payments/intents', options)).body;
  };
  const { id } = await create('sandbox-succeeds');
  const { id: waitingId } = await create('sandbox-requires-action');
  const read = async (of: string) =>
    (await client.expectOneOf<Payment>([200], 'GET', `/payments/intents/${of}`, { as })).body;
  await eventually('the payment', async () => (await read(id)).state === 'succeeded' || undefined);
  const secret = await eventually('a client secret', async () => (await read(waitingId)).clientSecret ?? undefined);
  await client.expectOneOf([200], 'GET', '/account/payments', { as });
  return secret;
}
