import { createHash } from 'node:crypto';
import type { DeliveryInfo } from '@nats-io/jetstream';

/** `days_kept` of the inbox in 0004-platform-partitions.sql. */
const daysKept = 30;
const dayMs = 24 * 60 * 60 * 1000;

/** Whether the inbox has the week of an event: its id is a UUID of version 7 (RFC 9562), which begins with its time. */
export function hasWeek(eventId: string, now: Date): boolean {
  const age = now.getTime() - Number.parseInt(eventId.replaceAll('-', '').slice(0, 12), 16);
  return age < daysKept * dayMs && age > -dayMs;
}

/** An id for a message that has none: the same at each delivery, from the time and the place in its stream. */
export function idOfMessage({ stream, streamSequence, timestampNanos }: DeliveryInfo): string {
  const time = Math.floor(timestampNanos / 1e6)
    .toString(16)
    .padStart(12, '0');
  const hash = createHash('sha256').update(`${stream}:${streamSequence}`).digest('hex');
  return [time.slice(0, 8), time.slice(8), `7${hash.slice(0, 3)}`, `8${hash.slice(3, 6)}`, hash.slice(6, 18)].join('-');
}
