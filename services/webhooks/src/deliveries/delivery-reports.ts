import type { Trx } from '../app.ts';
import { recordReport } from './queries.ts';

export type DeliveryReport = {
  channel: 'sms';
  /** Identifier of the message at the carrier, such as Twilio's `MessageSid`. */
  providerMessageId: string;
  outcome: 'delivered' | 'undelivered';
};

/**
 * Applies a carrier's report. The first one counts; repeated, late and unknown ones change nothing.
 * Returns whether a delivery changed.
 */
export function applyDeliveryReport(trx: Trx, report: DeliveryReport, at: Date): Promise<boolean> {
  const end = report.outcome === 'delivered' ? { state: 'delivered' } : { state: 'failed', failure: 'undelivered' };
  return recordReport(trx, { ...report, ...end }, at);
}
