import { notFound } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { route } from '../../app.ts';
import { findReport } from './queries.ts';
import { reportBody } from './report-view.ts';
import { ProviderReport } from './schema.ts';

export const getProviderReport = route(
  {
    method: 'get',
    path: '/provider-reports/{reportId}',
    summary: 'Get a report of a provider',
    description: 'For its reporter, who reads its outcome, and for operators with `operations.disputes.manage`.',
    access: 'session',
    permissions: ['operations.disputes.manage'],
    params: z.object({ reportId: z.uuid().describe('Identifier of the report.') }),
    responds: { status: 200, body: ProviderReport },
    problems: ['not-found'],
  },
  async ({ params, actor }, { db }) => {
    const row = await findReport(db, params.reportId);
    const canRead = row?.reporter_id === actor.userId || actor.permissions.includes('operations.disputes.manage');
    if (!row || !canRead) throw notFound();
    return reportBody(row);
  },
);
