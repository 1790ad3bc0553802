import { Readable } from 'node:stream';
import { RawReply, reply } from '@trust/service-kit/http/reply';
import { route } from '../../app.ts';
import { csvOf } from './csv.ts';
import { boundsOf } from './month.ts';
import { countMeasures } from './queries.ts';
import { exposingMeasures } from './read-report.ts';
import { MeasureName, Metrics, MetricsQuery } from './schema.ts';
import { shown } from './suppress.ts';

export const getMetrics = route(
  {
    method: 'get',
    path: '/operations/metrics',
    summary: 'Get the measures of a month',
    description:
      'Fixed counts of the whole desk for one month of UTC. A count from 1 to 4 is null, and so is one from which a suppressed count of a report follows by subtraction. `Accept: text/csv` streams them as CSV.',
    access: 'operations.metrics.read',
    query: MetricsQuery,
    responds: { status: 200, body: Metrics, media: ['text/csv'] },
  },
  async ({ query: { month }, request }, { db, now }) => {
    const counts = await countMeasures(db, boundsOf(month), now());
    // Hours of few actions would disclose each of them.
    const areActionsShown = shown(counts.emergency_actions) !== null;
    const exposing = await exposingMeasures(db, month, counts);
    const countOf = (name: MeasureName) =>
      exposing.has(name) || (name === 'emergency_hours' && !areActionsShown) ? null : shown(counts[name]);
    const measures = MeasureName.options.map((name) => ({ name, count: countOf(name) }));
    if (request.accepts('application/json', 'text/csv') !== 'text/csv')
      return reply({ month, measures }, { headers: { Vary: 'Accept' } });
    const rows = measures.map(({ name: key, count }) => ({ key, cells: [count] }));
    const headers = { Vary: 'Accept', 'Content-Disposition': `attachment; filename="metrics-${month}.csv"` };
    return new RawReply(Readable.from(csvOf({ columns: ['count'], rows })), 'text/csv', headers);
  },
);
