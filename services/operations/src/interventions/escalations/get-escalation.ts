import { notFound } from '@trust/service-kit/problems/problem';
import { route } from '../../app.ts';
import { escalationView } from './escalation-view.ts';
import { findEscalation } from './queries.ts';
import { Escalation, EscalationParams } from './schema.ts';
import { scopeOf } from './scope.ts';

export const getEscalation = route(
  {
    method: 'get',
    path: '/operations/escalations/{escalationId}',
    summary: 'Get an escalation',
    description: 'One that you cannot see in the list returns 404.',
    access: 'operations.escalations.manage',
    params: EscalationParams,
    responds: { status: 200, body: Escalation },
    problems: ['not-found'],
  },
  async ({ params, actor }, { db, now }) => {
    const escalation = await findEscalation(db, params.escalationId, scopeOf(actor));
    if (!escalation) throw notFound();
    return escalationView(escalation, now());
  },
);
