import { z } from 'zod';
import { route } from '../app.ts';
import { CategoryKey } from '../catalog/schema.ts';
import { removeService } from './remove-service.ts';
import { ServiceSelection } from './schema.ts';

export const deleteService = route(
  {
    method: 'delete',
    path: '/provider-workspace/me/services/{categoryKey}',
    summary: 'No longer offer a category; the selection is kept as history',
    description:
      'Its open verification case is withdrawn, and the search no longer finds the provider in it; claims stay what they are. Selecting the category again starts with the requirement version that is active then.',
    access: 'provider.profile.manage',
    scope: 'workspace',
    limit: 'profile-mutation',
    params: z.object({ categoryKey: CategoryKey }),
    responds: { status: 200, body: ServiceSelection },
    problems: ['not-found', 'state-conflict'],
  },
  (input, app) => removeService(input, app),
);
