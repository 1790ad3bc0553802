import { route } from '../app.ts';
import { SubscriptionStatus } from './schema.ts';

export const getSubscriptionStatus = route(
  {
    method: 'get',
    path: '/provider-workspace/me/subscription-status',
    summary: 'The subscription of the provider that one represents',
    description:
      'Read-only. Nobody can subscribe yet, so every provider has the status `none`. ' + 'No claim depends on it.',
    access: 'session',
    scope: 'workspace',
    responds: { status: 200, body: SubscriptionStatus },
  },
  async () => ({ status: 'none' as const, currentPeriodEndsAt: null, readOnly: true as const }),
);
