import { z } from 'zod';
import { route } from '../../app.ts';
import { CategoryKey } from '../../catalog/schema.ts';
import { ServiceSelection } from './schema.ts';
import { selectService } from './select-service.ts';

export const putService = route(
  {
    method: 'put',
    path: '/provider-workspace/me/services/{categoryKey}',
    summary: 'Select a service',
    description:
      'Binds the provider to the requirement version in force. Once profile, service and location are complete, a verification case opens shortly afterwards and the workspace has the task `submit_evidence` with its `caseId`. A category that operators removed is 409; `measures` of the workspace lists it; one whose `providerKinds` lack the kind of the provider is 409 too. A selection of an older version is kept as history and replaced by one of the current version.',
    access: 'provider.profile.manage',
    scope: 'workspace',
    limit: 'profile-mutation',
    params: z.object({
      categoryKey: CategoryKey,
    }),
    responds: { status: 200, body: ServiceSelection },
    problems: ['not-found', 'state-conflict'],
  },
  (input, app) => selectService(input, app),
);
