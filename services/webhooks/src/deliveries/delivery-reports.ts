import { sql } from 'kysely';
import type { App, Trx } from '../app.ts';
import type { Attempt } from './attempts.ts';
import { type DeliveryRow, endDelivery } from './due-deliveries.ts';
import { findReportedStatuses, recordReport } from './queries.ts';

export type DeliveryReport = {
  channel: 'sms';
  /** Identifier of the message at the carrier, such as Twilio's `MessageSid`. */
  providerMessageId: string;
  /** As the carrier calls it. */
  status: string;
};

/** Other statuses come before the end of a message. */
const ends: Record<string, { state: string; failure?: string }> = {
  delivered: { state: 'delivered' },
  undelivered: { state: 'failed', failure: 'undelivered' },
  failed: { state: 'failed', failure: 'undelivered' },
};

/**
 * Applies a carrier's report. The first one counts; repeated, late and unknown ones change nothing.
 * Returns whether a delivery changed. The caller stores the status in the same transaction.
 */
export async function applyDeliveryReport(trx: Trx, report: DeliveryReport, at: Date): Promise<boolean> {
  const end = ends[report.status];
  if (!end) return false;
  await lockMessage(trx, report.providerMessageId);
  return recordReport(trx, { ...report, ...end }, at);
}

type Sent = { providerMessageId?: string };

/** Ends a delivery that the carrier took. Its report may have arrived before the carrier's answer. */
export async function endSent(
  db: App['db'],
  delivery: Pick<DeliveryRow, 'id' | 'event_id' | 'channel'>,
  { providerMessageId }: Sent,
  at: Date,
  attempt: Attempt,
): Promise<void> {
  const { channel } = delivery;
  const end = { state: 'sent' as const, ...(providerMessageId !== undefined && { providerMessageId }) };
  if (channel !== 'sms' || providerMessageId === undefined) return endDelivery(db, delivery, end, at, attempt);
  await db.transact(async (trx) => {
    await lockMessage(trx, providerMessageId);
    await endDelivery(trx, delivery, end, at, attempt);
    for (const { status, reported_at } of await findReportedStatuses(trx, providerMessageId))
      await applyDeliveryReport(trx, { channel, providerMessageId, status }, reported_at);
  });
}

/** Sending and reporting take it first, so that one of them sees the other. */
async function lockMessage(trx: Trx, providerMessageId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`message ${providerMessageId}`}, 0))`.execute(trx);
}
