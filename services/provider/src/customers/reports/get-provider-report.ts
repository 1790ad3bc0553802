import { urgentReportReasons } from '@trust/contracts/reasons/moderation-reasons';
import { reply } from '@trust/service-kit/http/reply';
import { notFound } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { route } from '../../app.ts';
import { isOperatorFor } from '../../provider-record/is-operator-for.ts';
import { announcementOfRead } from '../../provider-record/moderation/announcement-of-read.ts';
import { findReport } from './queries.ts';
import { reportBody } from './report-view.ts';
import { ProviderReport } from './schema.ts';

export const getProviderReport = route(
  {
    method: 'get',
    path: '/provider-reports/{reportId}',
    summary: 'Get a report of a provider',
    description:
      'For its reporter, who reads its outcome, and for operators with `operations.disputes.manage`, or of a report of danger or fraud with `operations.emergency.act`, who do not represent the provider and are not its customers.',
    access: 'session',
    permissions: ['operations.disputes.manage', 'operations.emergency.act'],
    params: z.object({ reportId: z.uuid().describe('Identifier of the report.') }),
    responds: { status: 200, body: ProviderReport },
    problems: ['not-found'],
  },
  ({ params, actor }, app) =>
    app.db.transact(async (trx) => {
      const row = await findReport(trx, params.reportId);
      if (!row) throw notFound();
      const of = { providerId: row.provider_id, at: app.now() };
      const decides = await isOperatorFor(trx, actor, { permission: 'operations.disputes.manage', ...of });
      const isUrgent = urgentReportReasons.includes(row.reason_code);
      const acts = isUrgent && (await isOperatorFor(trx, actor, { permission: 'operations.emergency.act', ...of }));
      if (row.reporter_id !== actor.userId && !decides && !acts) throw notFound();
      const onSent = decides
        ? await announcementOfRead(trx, app, { subjectId: row.id, readerId: actor.userId })
        : undefined;
      return reply(reportBody(row), { onSent });
    }),
);
