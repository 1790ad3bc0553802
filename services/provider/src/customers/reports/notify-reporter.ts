import { notificationRequested } from '@trust/contracts/events/any';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../../app.ts';
import { findReport } from './queries.ts';

export async function notifyReporter(trx: Trx, reportId: string): Promise<void> {
  const report = await findReport(trx, reportId);
  if (!report) return;
  await emit(trx, notificationRequested.provider, {
    userId: report.reporter_id,
    providerId: null,
    template: 'report_decided',
    data: { reportId },
  });
}
