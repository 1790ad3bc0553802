import { OwnProviderId } from '@trust/contracts/fields';
import { z } from 'zod';
import { route } from '../../app.ts';
import { changeLocation } from './change-location.ts';
import { LocationConfiguration, LocationUpdate } from './schema.ts';

export const putProviderLocation = route(
  {
    method: 'put',
    path: '/providers/{providerId}/location',
    summary: 'Update the location of a provider',
    description:
      'Sets the private base, the public premises (with consent) and the service area. `null` removes a part; an absent part does not change. The address of the premises is public once an operator accepted it, the place at once. The same premises again add your consent to those of colleagues: they are shown until the last one withdraws or leaves. Other premises, or none, end claims about them, which an owner ends with a recent sign-in and `endsClaimIds` must name; others not while a case awaits its decision, nor while the provider is suspended and no case waits for it. The private base is never used for searches and appears in no response or event.',
    access: 'provider.profile.manage',
    scope: 'provider',
    limit: 'profile-mutation',
    params: z.object({ providerId: OwnProviderId }),
    body: LocationUpdate,
    responds: { status: 200, body: LocationConfiguration },
    problems: ['step-up-required', 'state-conflict', 'claims-would-end'],
  },
  (input, app) => changeLocation(input, app),
);
