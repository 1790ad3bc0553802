import { OwnProviderId } from '@trust/contracts/fields';
import { PageQuery } from '@trust/contracts/page';
import { pageOfAll } from '@trust/service-kit/http/cursor';
import { z } from 'zod';
import { route } from '../../app.ts';
import { ClaimSubjectPage } from './schema.ts';
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
    query: PageQuery,
    params: z.object({ providerId: OwnProviderId }),
    responds: { status: 200, body: ClaimSubjectPage },
  },
  async (input, app) => {
    const { actor, providerId } = input;
    const { items } = await subjectsView(app.db, app, { providerId, userId: actor.userId });
    return pageOfAll(input, app.cursors, items, ({ id }) => id);
  },
);
