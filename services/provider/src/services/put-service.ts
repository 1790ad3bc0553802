import { z } from 'zod';
import { route } from '../app.ts';
import { CategoryKey } from '../catalog/schema.ts';
import { ServiceSelection } from './schema.ts';
import { selectService } from './select-service.ts';

export const putService = route(
  {
    method: 'put',
    path: '/provider-workspace/me/services/{categoryKey}',
    summary: 'Offer a category, bound to its requirement version in force',
    description:
      'Once profile, service and location are complete, a verification case opens by itself a moment later: the workspace then has the task `submit_evidence` with its `caseId`. A selection bound to an older version is removed, kept as history, and replaced by one bound to the new version.',
    access: 'provider.profile.manage',
    scope: 'workspace',
    limit: 'profile-mutation',
    params: z.object({ categoryKey: CategoryKey }),
    responds: { status: 200, body: ServiceSelection },
    problems: ['not-found', 'state-conflict'],
  },
  (input, app) => selectService(input, app),
);
