import type { EventType } from '@trust/contracts/event';
import { type AuditedService, eventFlowReported } from '@trust/contracts/events/any';
import type { QueryExecutorProvider } from 'kysely';
import type { Bus } from '../bus/bus.ts';
import type { AnyDatabase } from '../database/transaction.ts';
import { type Loop, startLoop } from '../loop.ts';
import type { Log } from '../observability/log.ts';
import { readBacklog } from '../outbox/backlog.ts';
import { emit } from '../outbox/outbox.ts';
import { consumerLag } from './lag.ts';

type Options = {
  service: AuditedService;
  subscriptions: readonly { type: EventType }[];
  db: AnyDatabase;
  bus: Bus;
  log: Log;
  now: () => Date;
};

/** Milliseconds. A reader can call a service silent after three reports that did not come. */
export const reportEveryMs = 60_000;
const lookEveryMs = 15_000;

/** Reports the numbers of this service when they changed, and once a minute. Each replica reports the same. */
export function startEventFlowReports({ service, db, bus, log, now, subscriptions }: Options): Loop {
  let [last, reportedAt] = ['', Number.NEGATIVE_INFINITY];
  return startLoop(log, 'Event flow was not reported', async ({ sleep }) => {
    const lag = await consumerLag(bus, service, subscriptions).catch(() => null);
    const flow = { ...(await readEventFlow(db)), consumerLag: lag };
    const next = JSON.stringify(flow);
    if (next !== last || performance.now() - reportedAt >= reportEveryMs) {
      await db.transact((trx) => emit(trx, eventFlowReported[service], { ...flow, occurredAt: now().toISOString() }));
      [last, reportedAt] = [next, performance.now()];
    }
    await sleep(lookEveryMs);
  });
}

/** The numbers of this service without the lag of its consumers. Reports are not counted as unsent events. */
export async function readEventFlow(db: QueryExecutorProvider) {
  const { unsentEvents, oldestUnsentSeconds, deadLetters, parked } = await readBacklog(db, { without: 'event-flow' });
  return { unsentEvents, oldestUnsentSeconds, deadLetters, parked };
}
