import type { Log } from '@trust/service-kit/observability/log';
import { instruments } from '@trust/service-kit/observability/meter';

/** An operator has to look before anything is deleted or marked lost. */
export function raiseStoreAlarm(log: Pick<Log, 'error'>, count: number, message: string): void {
  instruments().alarms.add(1, { 'trust.alarm': 'evidence-store' });
  log.error({ count }, message);
}
