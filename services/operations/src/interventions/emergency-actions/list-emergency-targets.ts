import { ProviderId } from '@trust/contracts/fields';
import { PageQuery } from '@trust/contracts/page';
import { findPage } from '@trust/service-kit/http/cursor';
import { notFound } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { route } from '../../app.ts';
import { ownProviders } from '../../own-providers.ts';
import { findTarget, listTargets, type TargetWindow } from './find-target.ts';
import { EmergencyTargetPage } from './schema.ts';

export const listEmergencyTargets = route(
  {
    method: 'get',
    path: '/operations/providers/{providerId}/emergency-targets',
    summary: 'List the targets of emergency actions at a provider',
    description:
      'What `POST /operations/emergency-actions` can be taken on: the listing, open cases, claims that have not ended, and the accounts of representatives. The only place where operations names cases and claims of a provider, for those who act in an emergency. A provider that you represent returns 404.',
    access: 'operations.emergency.act',
    params: z.object({ providerId: ProviderId }),
    query: PageQuery,
    responds: { status: 200, body: EmergencyTargetPage },
    problems: ['not-found'],
  },
  async (input, { db, now, cursors }) => {
    const { providerId } = input.params;
    const isOwn = ownProviders(input.actor).includes(providerId);
    if (isOwn || !(await findTarget(db, 'suspend_provider_listing', providerId))) throw notFound();
    return findPage(input, cursors, (window: TargetWindow) => listTargets(db, { providerId, now: now() }, window), {
      positionOf: ({ kind, targetId }) => [kind, targetId],
      item: (target) => target,
    });
  },
);
