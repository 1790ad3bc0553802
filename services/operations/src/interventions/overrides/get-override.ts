import { notFound } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { route } from '../../app.ts';
import { ownProviders } from '../../own-providers.ts';
import { overrideView } from './override-view.ts';
import { findApprovals, findOverride } from './queries.ts';
import { Override } from './schema.ts';

export const getOverride = route(
  {
    method: 'get',
    path: '/operations/overrides/{overrideId}',
    summary: 'Get an override',
    description: 'The request with its votes. Those of a provider that you represent are 404.',
    access: 'operations.overrides.approve',
    params: z.object({ overrideId: z.uuid().describe('Identifier of the override request.') }),
    responds: { status: 200, body: Override },
    problems: ['not-found'],
  },
  async ({ actor, params }, { db, now }) => {
    const override = await findOverride(db, params.overrideId, ownProviders(actor));
    if (!override) throw notFound();
    return overrideView(override, await findApprovals(db, [override.id]), now());
  },
);
