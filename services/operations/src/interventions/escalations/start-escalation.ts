import { once } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { notFound } from '@trust/service-kit/problems/problem';
import { audit, route } from '../../app.ts';
import { assertCanBecome } from '../operations-records/states.ts';
import { escalationView } from './escalation-view.ts';
import { lockEscalation, markStarted } from './queries.ts';
import { Escalation, EscalationParams, EscalationStart } from './schema.ts';
import { scopeOf } from './scope.ts';

export const startEscalation = route(
  {
    method: 'post',
    path: '/operations/escalations/{escalationId}/start',
    summary: 'Start an escalation',
    description: 'You become its assignee. Only an `open` escalation can be started.',
    access: 'operations.escalations.manage',
    limit: 'privileged-operation',
    params: EscalationParams,
    body: EscalationStart,
    responds: { status: 200, body: Escalation },
    problems: ['not-found', 'state-conflict'],
  },
  async (input, { db, now }) => {
    const { reason } = input.body;
    const at = now();
    return db.transact((trx) =>
      once(trx, input.idempotency, async () => {
        const before = await lockEscalation(trx, input.params.escalationId, scopeOf(input.actor));
        if (!before) throw notFound();
        assertCanBecome('in_progress', before);
        const after = await markStarted(trx, before.id, input.actor.userId, at);
        await audit(trx, input, {
          objectType: 'escalation',
          objectId: after.id,
          reason,
          before: { state: before.state },
          after: { state: after.state },
        });
        return reply(escalationView(after, at), { status: 200 });
      }),
    );
  },
);
