import { Readable } from 'node:stream';
import { RawReply, reply } from '@trust/service-kit/http/reply';
import { route } from '../../app.ts';
import { csvOf } from './csv.ts';
import { readReport } from './read-report.ts';
import { Report, ReportQuery } from './schema.ts';

export const getReport = route(
  {
    method: 'get',
    path: '/operations/reports',
    summary: 'Get a report of a month',
    description:
      'A fixed table for one month of UTC; `Accept: text/csv` streams it as CSV without `findings`. A count from 1 to 4 is null, and so is what would give it away by subtraction. `separation_of_duties` is derived again from the audit log and suppresses nothing: `findings` lists who acted twice on one object.',
    access: 'operations.reports.read',
    query: ReportQuery,
    responds: { status: 200, body: Report, media: ['text/csv'] },
  },
  async ({ query: { report, month }, request }, { db }) => {
    const body = await readReport(db, report, month);
    if (request.accepts('application/json', 'text/csv') !== 'text/csv')
      return reply(body, { headers: { Vary: 'Accept' } });
    const headers = { Vary: 'Accept', 'Content-Disposition': `attachment; filename="${report}-${month}.csv"` };
    return new RawReply(Readable.from(csvOf(body)), 'text/csv', headers);
  },
);
