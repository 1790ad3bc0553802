import { notFound } from '@trust/service-kit/problems/problem';
import { route } from '../../app.ts';
import { ownProviders } from '../../own-providers.ts';
import { emergencyView } from './emergency-view.ts';
import { findEmergencyAction } from './queries.ts';
import { EmergencyAction, EmergencyActionParams } from './schema.ts';

export const getEmergencyAction = route(
  {
    method: 'get',
    path: '/operations/emergency-actions/{actionId}',
    summary: 'Get an emergency action',
    description:
      'The action with its end and its retrospective review. Those on a provider that you represent are 404.',
    access: 'operations.emergency.review',
    params: EmergencyActionParams,
    responds: { status: 200, body: EmergencyAction },
    problems: ['not-found'],
  },
  async ({ params, actor }, { db, now }) => {
    const action = await findEmergencyAction(db, params.actionId, ownProviders(actor));
    if (!action) throw notFound();
    return emergencyView(action, now());
  },
);
