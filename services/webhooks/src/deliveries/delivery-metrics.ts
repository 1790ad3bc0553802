import { gauges, ourMeter } from '@trust/service-metrics/meter';
import type { App } from '../app.ts';
import { channels } from './message-sender.ts';
import { findQueued } from './queries.ts';

/** Queued deliveries and the age of the oldest in seconds, by channel. Every channel is listed. */
export async function readQueue({ db, now }: Pick<App, 'db' | 'now'>) {
  const at = now();
  const found = new Map((await findQueued(db)).map((row) => [row.channel, row]));
  return channels.flatMap((channel) => {
    const { queued = 0, oldest = at } = found.get(channel) ?? {};
    const attributes = { 'trust.channel': channel };
    return [
      { name: 'trust.deliveries.queued' as const, value: queued, attributes },
      {
        name: 'trust.deliveries.oldest_queued' as const,
        value: (at.getTime() - oldest.getTime()) / 1000,
        attributes,
      },
    ];
  });
}

export function measureQueue(app: Pick<App, 'db' | 'now'>): Disposable {
  return gauges({ 'trust.deliveries.queued': '{delivery}', 'trust.deliveries.oldest_queued': 's' }, () =>
    readQueue(app),
  );
}

/** `failed` attempts are retried; `expired` and `attempts_used` deliveries are not. */
export function countAttempt(channel: string, outcome: 'sent' | 'failed' | 'expired' | 'attempts_used'): void {
  const attributes = { 'trust.channel': channel, 'trust.outcome': outcome };
  ourMeter().createCounter('trust.delivery.attempts', { unit: '{attempt}' }).add(1, attributes);
}
