import { signInStopped } from '@trust/contracts/events/identity';
import type { LogFields } from '@trust/service-kit/observability/log';
import { instruments } from '@trust/service-kit/observability/meter';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { App, Trx } from '../../app.ts';
import { countFailure, maxFailures } from './queries.ts';

type Stopped = { userId: string | null; failures: number };

/** Counts a failure for every contact point of the person, as a wrong code does for one (ADR 0031). */
export async function recordFailure(app: App, personId: string): Promise<void> {
  const counts = await countFailure(app.db, personId, app.now());
  if (!counts.includes(maxFailures)) return;
  const stopped = { userId: personId, failures: maxFailures };
  await app.db.transact((trx) => emitStopped(trx, stopped, app.now()));
  raiseStoppedAlarm(app, { userId: personId, count: maxFailures });
}

export async function emitStopped(trx: Trx, stopped: Stopped, at: Date): Promise<void> {
  await emit(trx, signInStopped, { ...stopped, occurredAt: at.toISOString() });
}

export function raiseStoppedAlarm({ log }: Pick<App, 'log'>, fields: LogFields): void {
  instruments().alarms.add(1, { 'trust.alarm': 'sign-in-stopped' });
  log.error(fields, 'Sign-in stopped for unknown devices');
}
