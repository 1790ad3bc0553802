import type { PageWindow } from '@trust/service-kit/database/page-window';
import { findPage } from '@trust/service-kit/http/cursor';
import type { z } from 'zod';
import { route } from '../../app.ts';
import { findOfferedPlans, type PlanRow } from './queries.ts';
import { type Plan, PlanPage, PlanQuery } from './schema.ts';

export const listPlans = route(
  {
    method: 'get',
    path: '/public/plans',
    summary: 'List plans and prices',
    description:
      'By key, in the version that is offered now. A payment names the key of a plan and gets its price. No plan changes a claim, a search result or a queue.',
    access: 'public',
    cache: 'public',
    query: PlanQuery,
    responds: { status: 200, body: PlanPage },
  },
  (input, { db, cursors, now }) =>
    findPage(input, cursors, (window: PageWindow<readonly [key: string]>) => findOfferedPlans(db, now(), window), {
      positionOf: ({ key }) => [key],
      item: planView,
    }),
);

function planView({ key, version, label, amount_minor, currency, period }: PlanRow): z.input<typeof Plan> {
  type View = z.input<typeof Plan>;
  return {
    key,
    version,
    label: label as View['label'],
    amount: { minorUnits: Number(amount_minor), currency: currency as View['amount']['currency'] },
    period: period as View['period'],
  };
}
