import { z } from 'zod';
import { route } from '../app.ts';
import { Provider } from '../providers/schema.ts';
import { changeProfile } from './change-profile.ts';
import { ProfileUpdate } from './schema.ts';

export const patchProvider = route(
  {
    method: 'patch',
    path: '/providers/{providerId}',
    summary: 'Update the profile of a provider',
    description:
      '`null` removes a field, absence leaves it. What is written here is self-asserted: no claim can come of it.',
    access: 'provider.profile.manage',
    scope: 'provider',
    limit: 'profile-mutation',
    ifMatch: true,
    params: z.object({ providerId: z.uuid() }),
    body: ProfileUpdate,
    responds: { status: 200, body: Provider },
    problems: ['state-conflict'],
  },
  (input, app) => changeProfile(input, app),
);
