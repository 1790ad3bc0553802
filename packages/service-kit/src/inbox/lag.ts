import type { EventType } from '@trust/contracts/event';
import type { Bus } from '../bus/bus.ts';
import { type ConsumerPlan, consumerPlansOf, durablesOf } from './durables.ts';

export type DurableLag = { publisher: string; stream: string; durable: string; waiting: number };

/** Counts unacknowledged events of each durable consumer, delivered ones too. Rejects if NATS does not respond. */
export function readLag(bus: Bus, plans: readonly ConsumerPlan[]): Promise<DurableLag[]> {
  return Promise.all(
    plans.flatMap((plan) =>
      durablesOf(bus, plan).map(async ({ stream, name: durable }) => {
        const { num_pending, num_ack_pending } = await bus.jsm.consumers.info(stream, durable);
        return { publisher: plan.publisher, stream, durable, waiting: num_pending + num_ack_pending };
      }),
    ),
  );
}

/** Events that the service has not applied yet. */
export async function consumerLag(
  bus: Bus,
  service: string,
  subscriptions: readonly { type: EventType }[],
): Promise<number> {
  const lags = await readLag(bus, consumerPlansOf(service, subscriptions));
  return lags.reduce((sum, { waiting }) => sum + waiting, 0);
}
