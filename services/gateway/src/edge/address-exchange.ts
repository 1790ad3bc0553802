import { randomUUID } from 'node:crypto';
import type { Bus } from '@trust/service-kit/events/bus';

/** Requests by address: what this replica has let through and has not told the others yet, and what they have told. */
export type Counts = Map<string, number>;
export type AddressExchange = (untold: Counts, heard: (told: Counts) => void) => void;

const subject = 'gateway.addresses';
const interval = 250;
/** Addresses in one message, the busiest first: some 30 KB. Those beyond count for this replica alone. */
const mostTold = 1000;

/**
 * Four times a second each replica of the gateway tells the others how many requests it has let through from which address. Nothing
 * waits for it and nothing is kept: while NATS is away each counts alone (docs/adr/0013).
 */
export function addressExchange({ nc, healthy }: Pick<Bus, 'nc' | 'healthy'>): AddressExchange {
  const from = randomUUID();
  return (untold, heard) => {
    nc.subscribe(subject, {
      callback: (error, message) => {
        if (error) return;
        const told = message.json<{ from: string; counts: [string, number][] }>();
        if (told.from !== from) heard(new Map(told.counts));
      },
    });
    const tell = () => {
      const counts = [...untold].sort(([, one], [, other]) => other - one).slice(0, mostTold);
      untold.clear();
      if (counts.length > 0 && healthy()) nc.publish(subject, JSON.stringify({ from, counts }));
    };
    setInterval(tell, interval).unref();
  };
}
