import { route } from '../../app.ts';
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
      'Fixed counts of the whole desk for one month of UTC. A count from 1 to 4 is null, and so is one from which a suppressed count of a report follows by subtraction.',
    access: 'operations.metrics.read',
    query: MetricsQuery,
    responds: { status: 200, body: Metrics },
  },
  async ({ query: { month } }, { db, now }) => {
    const counts = await countMeasures(db, boundsOf(month), now());
    // Hours of few actions would disclose each of them.
    const areActionsShown = shown(counts.emergency_actions) !== null;
    const exposing = await exposingMeasures(db, month, counts);
    const countOf = (name: MeasureName) =>
      exposing.has(name) || (name === 'emergency_hours' && !areActionsShown) ? null : shown(counts[name]);
    return { month, measures: MeasureName.options.map((name) => ({ name, count: countOf(name) })) };
  },
);
