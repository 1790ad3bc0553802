import type { Log } from '@trust/service-kit/observability/log';
import { instruments } from '@trust/service-kit/observability/meter';

/** The store is not what the tables say. Somebody has to look before anything is deleted or given up. */
export function storeAlarm(log: Pick<Log, 'error'>, count: number, text: string): void {
  instruments().alarms.add(1, { 'trust.alarm': 'evidence-store' });
  log.error({ count }, text);
}
