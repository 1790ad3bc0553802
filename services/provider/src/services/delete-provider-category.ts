import { z } from 'zod';
import { route } from '../app.ts';
import { CategoryKey } from '../catalog/schema.ts';
import { removeService } from './remove-service.ts';
import { ServiceSelection } from './schema.ts';

export const deleteProviderCategory = route(
  {
    method: 'delete',
    path: '/providers/{providerId}/categories/{categoryKey}',
    summary: 'No longer offer a category; the selection is kept as history',
    access: 'provider.profile.manage',
    scope: 'provider',
    limit: 'profile-mutation',
    params: z.object({ providerId: z.uuid(), categoryKey: CategoryKey }),
    responds: { status: 200, body: ServiceSelection },
    problems: ['not-found', 'state-conflict'],
  },
  (input, app) => removeService(input, app, 'deleteProviderCategory'),
);
