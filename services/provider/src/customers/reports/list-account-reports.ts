import { PageQuery } from '@trust/contracts/page';
import { findPage } from '@trust/service-kit/http/cursor';
import { route } from '../../app.ts';
import { findReportsOf } from './queries.ts';
import { reportBody } from './report-view.ts';
import { ProviderReportPage } from './schema.ts';

export const listAccountReports = route(
  {
    method: 'get',
    path: '/account/reports',
    summary: 'List own reports',
    description: 'The reports of providers that you sent, with their outcome, newest first.',
    access: 'session',
    query: PageQuery,
    responds: { status: 200, body: ProviderReportPage },
  },
  (input, { db, cursors }) =>
    findPage(input, cursors, (window) => findReportsOf(db, input.actor.userId, window), {
      positionOf: ({ reported_at, id }) => [reported_at.toISOString(), id],
      item: reportBody,
    }),
);
