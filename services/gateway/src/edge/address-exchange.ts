import { randomUUID } from 'node:crypto';
import type { Bus } from '@trust/service-kit/bus/bus';

/** Accepted requests by address. */
export type Counts = Map<string, number>;
export type AddressExchange = (unsent: Counts, onReceived: (counts: Counts) => void) => void;

const subject = 'gateway.addresses';
const intervalMs = 250;
/** Addresses per message, the busiest first: about 30 KB. */
const maxAddresses = 1000;

/** Shares counts with the other replicas; without NATS each counts alone (ADR 0013). */
export function addressExchange({ nc, healthy }: Pick<Bus, 'nc' | 'healthy'>): AddressExchange {
  const from = randomUUID();
  return (unsent, onReceived) => {
    nc.subscribe(subject, {
      callback: (error, message) => {
        if (error) return;
        const received = message.json<{ from: string; counts: [string, number][] }>();
        if (received.from !== from) onReceived(new Map(received.counts));
      },
    });
    const send = () => {
      const counts = [...unsent].sort(([, a], [, b]) => b - a).slice(0, maxAddresses);
      unsent.clear();
      if (counts.length > 0 && healthy()) nc.publish(subject, JSON.stringify({ from, counts }));
    };
    setInterval(send, intervalMs).unref();
  };
}
