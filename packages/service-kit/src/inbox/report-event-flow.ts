import type { EventType, PayloadOf } from '@trust/contracts/event';
import { type AuditedService, eventFlowReported } from '@trust/contracts/events/any';
import { sql } from 'kysely';
import type { Bus } from '../bus/bus.ts';
import type { AnyDatabase } from '../database/transaction.ts';
import { type Loop, startLoop } from '../loop.ts';
import type { Log } from '../observability/log.ts';
import { emit } from '../outbox/outbox.ts';
import { consumerPlansOf } from './consume.ts';
import { durablesOf } from './durables.ts';

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

/** Events that the service has not applied yet. */
export async function consumerLag(bus: Bus, service: string, subscriptions: Options['subscriptions']): Promise<number> {
  const durables = consumerPlansOf(service, subscriptions).flatMap((plan) => durablesOf(bus, plan));
  const infos = await Promise.all(durables.map(({ stream, name }) => bus.jsm.consumers.info(stream, name)));
  return infos.reduce((sum, { num_pending, num_ack_pending }) => sum + num_pending + num_ack_pending, 0);
}

type Flow = Omit<PayloadOf<(typeof eventFlowReported)[AuditedService]>, 'consumerLag' | 'occurredAt'>;

/** Does not count reports as unsent events, and leaves out the reasons of dead letters, which can quote values. */
export async function readEventFlow(db: AnyDatabase): Promise<Flow> {
  const { rows } = await sql<Flow>`
    select count(*)::int as "unsentEvents",
      extract(epoch from clock_timestamp() - min(created_at))::int as "oldestUnsentSeconds",
      (select count(*)::int from dead_letter where redriven_at is null and discarded_at is null) as "deadLetters",
      (select coalesce(jsonb_agg(parked order by "parkedAt", "eventId"), '[]') from (
        select event_id as "eventId", type,
          to_char(failed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "parkedAt"
        from dead_letter where redriven_at is null and discarded_at is null order by failed_at, event_id limit 100
      ) parked) as parked
    from outbox where sent_at is null and aggregate <> 'event-flow'`.execute(db);
  return rows[0] as Flow;
}
