import { route } from '../../app.ts';
import { findLastPaid } from './queries.ts';
import { SubscriptionStatus } from './schema.ts';
import { periodEnd } from './subscription-period.ts';

export const getSubscriptionStatus = route(
  {
    method: 'get',
    path: '/provider-workspace/me/subscription-status',
    summary: 'Get the subscription',
    description:
      'Read-only: a month from the last subscription payment that succeeded and was not wholly refunded. No claim, search result or queue depends on it.',
    access: 'session',
    scope: 'workspace',
    responds: { status: 200, body: SubscriptionStatus },
  },
  async ({ providerId }, { db, now }) => {
    const paidAt = await findLastPaid(db, providerId);
    if (!paidAt) return { status: 'none' as const, currentPeriodEndsAt: null, readOnly: true as const };
    const endsAt = periodEnd(paidAt);
    const status = endsAt > now() ? ('active' as const) : ('ended' as const);
    return { status, currentPeriodEndsAt: endsAt.toISOString(), readOnly: true as const };
  },
);
