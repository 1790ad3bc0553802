import { OwnProviderId } from '@trust/contracts/fields';
import { z } from 'zod';
import { route } from '../../app.ts';
import { CategoryKey } from '../../catalog/schema.ts';
import { CategoryReason } from './category-write.ts';
import { ServiceSelection } from './schema.ts';
import { selectService } from './select-service.ts';

export const putProviderCategory = route(
  {
    method: 'put',
    path: '/providers/{providerId}/categories/{categoryKey}',
    summary: 'Add a category to a provider',
    description:
      'Binds the provider to the requirement version in force. For representatives, or for operators who give a reason; representatives are told their `reasonCode`. A category that operators removed is 409 for representatives. A selection of an older version is kept as history and replaced by one of the current version.',
    access: 'provider.profile.manage',
    scope: 'provider',
    operators: 'operations.providers.manage',
    limit: 'profile-mutation',
    params: z.object({
      providerId: OwnProviderId,
      categoryKey: CategoryKey,
    }),
    body: CategoryReason,
    responds: { status: 200, body: ServiceSelection },
    problems: ['not-found', 'separation-of-duties', 'state-conflict'],
  },
  (input, app) => selectService({ ...input, ...input.body }, app),
);
