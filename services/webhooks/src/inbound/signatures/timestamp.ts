import { instruments } from '@trust/service-kit/observability/meter';

const toleranceSeconds = 300;
const alarmSeconds = 30;

/**
 * True for Unix seconds within five minutes of `now`, in both directions (docs/domain/messages-and-webhooks.md 21).
 * Call it for a signed timestamp only: a difference over 30 s raises an alarm, because a clock is wrong or somebody
 * repeats requests (promise F5).
 */
export function isCurrent(timestamp: string, now: Date): boolean {
  // The reference implementations use parseInt, which accepts `123abc`.
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  const seconds = Math.abs(now.getTime() / 1000 - Number(timestamp));
  if (seconds > alarmSeconds) instruments().alarms.add(1, { 'trust.alarm': 'webhook-clock' });
  return seconds <= toleranceSeconds;
}
