import { route } from '../app.ts';
import { SubscriptionStatus } from './schema.ts';

export const getSubscriptionStatus = route(
  {
    method: 'get',
    path: '/provider-workspace/me/subscription-status',
    summary: 'Get the subscription',
    description:
      'Read-only. Subscriptions are not available yet, so the status is always `none`. No claim depends on it.',
    access: 'session',
    scope: 'workspace',
    responds: { status: 200, body: SubscriptionStatus },
  },
  async () => ({ status: 'none' as const, currentPeriodEndsAt: null, readOnly: true as const }),
);
