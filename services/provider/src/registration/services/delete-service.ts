import { z } from 'zod';
import { route } from '../../app.ts';
import { CategoryKey } from '../../catalog/schema.ts';
import { removeService } from './remove-service.ts';

export const deleteService = route(
  {
    method: 'delete',
    path: '/provider-workspace/me/services/{categoryKey}',
    summary: 'Delete a service',
    description:
      'The selection is kept as history. Its open verification case is withdrawn, and searches no longer find the provider in this category. Claims do not change. Selecting the category again starts with the requirement version then in force.',
    access: 'provider.profile.manage',
    scope: 'workspace',
    limit: 'profile-mutation',
    params: z.object({
      categoryKey: CategoryKey,
    }),
    responds: { status: 204 },
    problems: ['not-found', 'state-conflict'],
  },
  (input, app) => removeService(input, app),
);
