import { z } from 'zod';
import { route } from '../app.ts';
import { CategoryKey } from '../catalog/schema.ts';
import { CategoryReason } from './category-write.ts';
import { ServiceSelection } from './schema.ts';
import { selectService } from './select-service.ts';

export const putProviderCategory = route(
  {
    method: 'put',
    path: '/providers/{providerId}/categories/{categoryKey}',
    summary: 'Offer a category, bound to its requirement version in force',
    description:
      'By a representative, or by an operator who says why. A selection bound to an older version is removed, kept as history, and replaced by one bound to the new version.',
    access: 'provider.profile.manage',
    scope: 'provider',
    operators: 'operations.providers.manage',
    limit: 'profile-mutation',
    params: z.object({ providerId: z.uuid(), categoryKey: CategoryKey }),
    body: CategoryReason,
    responds: { status: 200, body: ServiceSelection },
    problems: ['not-found', 'state-conflict'],
  },
  (input, app) => selectService({ ...input, reason: input.body.reason }, app),
);
