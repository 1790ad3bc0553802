import type { PayloadOf } from '@trust/contracts/event';
import type { AuditedService, eventFlowReported } from '@trust/contracts/events/any';
import { type Insertable, sql } from 'kysely';
import type { Trx } from '../../app.ts';
import type { ParkedEvent } from '../../db/schema.ts';

type Report = Omit<PayloadOf<(typeof eventFlowReported)[AuditedService]>, 'parked'>;

/** False if a newer report is known: reports have no order. */
export async function saveFlow(trx: Trx, service: AuditedService, report: Report): Promise<boolean> {
  const row = {
    reported_at: report.occurredAt,
    unsent_events: report.unsentEvents,
    oldest_unsent_seconds: report.oldestUnsentSeconds,
    consumer_lag: report.consumerLag,
    dead_letters: report.deadLetters,
  };
  const saved = await trx
    .insertInto('event_flow')
    .values({ service, ...row })
    .onConflict((conflict) =>
      conflict.column('service').doUpdateSet(row).where('event_flow.reported_at', '<', sql<Date>`excluded.reported_at`),
    )
    .returning('service')
    .executeTakeFirst();
  return saved !== undefined;
}

/** Events that were redriven or discarded are no longer in a report. */
export async function replaceParked(trx: Trx, service: AuditedService, rows: Insertable<ParkedEvent>[]): Promise<void> {
  await trx.deleteFrom('parked_event').where('service', '=', service).execute();
  if (rows.length > 0) await trx.insertInto('parked_event').values(rows).execute();
}
