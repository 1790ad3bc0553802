import { WorkItemId } from '@trust/contracts/fields';
import { reply } from '@trust/service-kit/http/reply';
import { notFound } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { route } from '../../app.ts';
import { findVisitedProvider } from '../../from-other-services/field-work/queries.ts';
import { findPlace } from './queries.ts';
import { VisitedPremises } from './schema.ts';

export const getVisitedPremises = route(
  {
    method: 'get',
    path: '/operations/field-work-items/{workItemId}/premises',
    summary: 'Read the premises to visit',
    description:
      'Where the public premises of the provider are: for the assigned agent while the work item is open, who compares them with the place of the visit. Never where its private base is. Everybody else gets 404.',
    access: 'operations.field-work.perform',
    params: z.object({ workItemId: WorkItemId }),
    responds: { status: 200, body: VisitedPremises },
    problems: ['not-found'],
  },
  async ({ actor, params }, { db }) => {
    const providerId = await findVisitedProvider(db, params.workItemId, actor.userId);
    const isOwn = actor.assignments.some((own) => own.providerId === providerId);
    if (!providerId || isOwn) throw notFound();
    return reply({ place: await findPlace(db, providerId) });
  },
);
