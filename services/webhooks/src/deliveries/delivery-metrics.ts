import { gauges, ourMeter } from '@trust/service-kit/observability/meter';
import type { App } from '../app.ts';
import { channels } from '../messages/text.ts';
import { findQueued } from './queries.ts';

/** Queued and parked deliveries, and the age of the oldest queued code in seconds. Every channel is listed. */
export async function readQueue({ db, now }: Pick<App, 'db' | 'now'>) {
  const at = now();
  const found = new Map((await findQueued(db)).map((row) => [row.channel, row]));
  return channels.flatMap((channel) => {
    const { queued = 0, parked = 0, oldest = null } = found.get(channel) ?? {};
    const attributes = { 'trust.channel': channel };
    return [
      { name: 'trust.deliveries.queued' as const, value: queued, attributes },
      {
        name: 'trust.deliveries.oldest_queued' as const,
        value: oldest ? (at.getTime() - oldest.getTime()) / 1000 : 0,
        attributes,
      },
      { name: 'trust.deliveries.parked' as const, value: parked, attributes },
    ];
  });
}

export function measureQueue(app: Pick<App, 'db' | 'now'>): Disposable {
  const units = {
    'trust.deliveries.queued': '{delivery}',
    'trust.deliveries.oldest_queued': 's',
    'trust.deliveries.parked': '{delivery}',
  } as const;
  return gauges(units, () => readQueue(app));
}

type Outcome = 'sent' | 'failed' | 'refused' | 'expired' | 'attempts_used';

/** `failed` attempts are retried; the others end the delivery. */
export function countAttempt(channel: string, outcome: Outcome): void {
  const attributes = { 'trust.channel': channel, 'trust.outcome': outcome };
  ourMeter().createCounter('trust.delivery.attempts', { unit: '{attempt}' }).add(1, attributes);
}
