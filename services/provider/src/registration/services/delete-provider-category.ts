import { OwnProviderId } from '@trust/contracts/fields';
import { z } from 'zod';
import { route } from '../../app.ts';
import { CategoryKey } from '../../catalog/schema.ts';
import { CategoryReason } from './category-write.ts';
import { removeService } from './remove-service.ts';

export const deleteProviderCategory = route(
  {
    method: 'delete',
    path: '/providers/{providerId}/categories/{categoryKey}',
    summary: 'Delete a category of a provider',
    description:
      'The selection is kept as history. For representatives, or for operators who give a reason. Representatives are told the `reasonCode` of operators, and cannot select the category again themselves. An operator whose removal a colleague undid removes none of that provider for 30 days.',
    access: 'provider.profile.manage',
    scope: 'provider',
    operators: 'operations.providers.manage',
    limit: 'profile-mutation',
    params: z.object({
      providerId: OwnProviderId,
      categoryKey: CategoryKey,
    }),
    query: CategoryReason,
    responds: { status: 204 },
    problems: ['not-found', 'separation-of-duties', 'state-conflict'],
  },
  (input, app) => removeService({ ...input, ...input.query }, app),
);
