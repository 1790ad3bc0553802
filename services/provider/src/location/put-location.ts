import { route } from '../app.ts';
import { changeLocation } from './change-location.ts';
import { LocationConfiguration, LocationUpdate } from './schema.ts';

export const putLocation = route(
  {
    method: 'put',
    path: '/provider-workspace/me/location',
    summary: 'Store private base, consented public premises and service area, each apart',
    description:
      '`null` removes a part, absence leaves it. The private base serves no search and leaves in no answer and no event.',
    access: 'provider.profile.manage',
    scope: 'workspace',
    limit: 'profile-mutation',
    body: LocationUpdate,
    responds: { status: 200, body: LocationConfiguration },
    problems: ['state-conflict'],
  },
  (input, app) => changeLocation(input, app),
);
