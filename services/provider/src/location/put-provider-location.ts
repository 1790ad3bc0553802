import { z } from 'zod';
import { route } from '../app.ts';
import { changeLocation } from './change-location.ts';
import { LocationConfiguration, LocationUpdate } from './schema.ts';

export const putProviderLocation = route(
  {
    method: 'put',
    path: '/providers/{providerId}/location',
    summary: 'Store private base, consented public premises and service area, each apart',
    description:
      '`null` removes a part, absence leaves it. The private base serves no search and leaves in no answer and no event.',
    access: 'provider.profile.manage',
    scope: 'provider',
    limit: 'profile-mutation',
    params: z.object({ providerId: z.uuid() }),
    body: LocationUpdate,
    responds: { status: 200, body: LocationConfiguration },
    problems: ['state-conflict'],
  },
  (input, app) => changeLocation(input, app),
);
