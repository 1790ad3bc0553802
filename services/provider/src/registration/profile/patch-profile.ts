import { route } from '../../app.ts';
import { Provider } from '../providers/schema.ts';
import { changeProfile } from './change-profile.ts';
import { ProfileUpdate } from './schema.ts';

export const patchProfile = route(
  {
    method: 'patch',
    path: '/provider-workspace/me/profile',
    summary: 'Update the profile',
    description:
      '`null` removes a field; an absent field does not change. `kind` can change only while the provider is `draft`. The profile is self-asserted and never becomes a claim. Another `displayName` or `summary` is public once an operator accepted it; another `displayName` needs a sign-in of the last 5 minutes.',
    access: 'provider.profile.manage',
    scope: 'workspace',
    limit: 'profile-mutation',
    ifMatch: true,
    body: ProfileUpdate,
    responds: { status: 200, body: Provider },
    problems: ['step-up-required', 'state-conflict'],
  },
  (input, app) => changeProfile(input, app),
);
