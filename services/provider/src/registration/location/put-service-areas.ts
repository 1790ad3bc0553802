import { OwnProviderId } from '@trust/contracts/fields';
import { z } from 'zod';
import { route } from '../../app.ts';
import { changeLocation } from './change-location.ts';
import { LocationConfiguration, ServiceAreaUpdate } from './schema.ts';

export const putServiceAreas = route(
  {
    method: 'put',
    path: '/providers/{providerId}/service-areas',
    summary: 'Update the service area',
    description: 'Sets only the service area: one polygon of WGS 84 coordinates. `null` removes it.',
    access: 'provider.profile.manage',
    scope: 'provider',
    limit: 'profile-mutation',
    params: z.object({ providerId: OwnProviderId }),
    body: ServiceAreaUpdate,
    responds: { status: 200, body: LocationConfiguration },
    problems: ['state-conflict'],
  },
  (input, app) => changeLocation(input, app),
);
