import { OwnProviderId } from '@trust/contracts/fields';
import { z } from 'zod';
import { route } from '../../app.ts';
import { ClaimSubjects } from './schema.ts';
import { subjectsView } from './subjects-view.ts';

export const listClaimSubjects = route(
  {
    method: 'get',
    path: '/providers/{providerId}/claim-subjects',
    summary: 'List what claims are about',
    description:
      'The registered name, the person responsible and the premises that the provider has now. For its representatives and for operators.',
    access: 'session',
    scope: 'provider',
    operators: 'operations.providers.read',
    params: z.object({ providerId: OwnProviderId }),
    responds: { status: 200, body: ClaimSubjects },
  },
  ({ actor: { userId }, providerId }, app) => subjectsView(app.db, app, { providerId, userId }),
);
