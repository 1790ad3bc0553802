import { z } from 'zod';
import { route } from '../../app.ts';
import { CategoryKey } from '../../catalog/schema.ts';
import { changeAvailability } from './change-availability.ts';
import { Availability, AvailabilityUpdate } from './schema.ts';

export const putAvailability = route(
  {
    method: 'put',
    path: '/provider-workspace/me/availability/{categoryKey}',
    summary: 'Update availability',
    description:
      'For a selected service. `limited` requires a future `nextAvailableAt` and becomes `available` after that time. No other state accepts `nextAvailableAt`.',
    access: 'provider.availability.manage',
    scope: 'workspace',
    limit: 'profile-mutation',
    params: z.object({
      categoryKey: CategoryKey,
    }),
    body: AvailabilityUpdate,
    responds: { status: 200, body: Availability },
    problems: ['not-found', 'state-conflict'],
  },
  (input, app) => changeAvailability(input, app, input.params.categoryKey),
);
