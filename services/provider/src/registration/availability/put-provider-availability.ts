import { OwnProviderId } from '@trust/contracts/fields';
import { z } from 'zod';
import { route } from '../../app.ts';
import { changeAvailability } from './change-availability.ts';
import { Availability, ProviderAvailabilityUpdate } from './schema.ts';

export const putProviderAvailability = route(
  {
    method: 'put',
    path: '/providers/{providerId}/availability',
    summary: 'Update availability of a provider',
    description: 'The same as in the workspace, with the category in the body.',
    access: 'provider.availability.manage',
    scope: 'provider',
    limit: 'profile-mutation',
    params: z.object({ providerId: OwnProviderId }),
    body: ProviderAvailabilityUpdate,
    responds: { status: 200, body: Availability },
    problems: ['state-conflict'],
  },
  (input, app) => changeAvailability(input, app, input.body.categoryKey),
);
