import { once } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { conflict, notFound } from '@trust/service-kit/problems/problem';
import { audit, route } from '../../app.ts';
import { assertCanBecome } from '../operations-records/states.ts';
import { escalationView } from './escalation-view.ts';
import { lockEscalation, markResolved } from './queries.ts';
import { Escalation, EscalationParams, EscalationResolve } from './schema.ts';
import { scopeOf } from './scope.ts';

export const resolveEscalation = route(
  {
    method: 'post',
    path: '/operations/escalations/{escalationId}/resolve',
    summary: 'Resolve an escalation',
    description:
      'By the operator who started it, or one who assigns cases. The reason becomes the resolution. Only an escalation that is `in_progress` can be resolved. This is final.',
    access: 'operations.escalations.manage',
    limit: 'privileged-operation',
    params: EscalationParams,
    body: EscalationResolve,
    responds: { status: 200, body: Escalation },
    problems: ['not-found', 'state-conflict'],
  },
  async (input, { db, now }) => {
    const { reason } = input.body;
    const at = now();
    const scope = scopeOf(input.actor);
    return db.transact((trx) =>
      once(trx, input.idempotency, async () => {
        const before = await lockEscalation(trx, input.params.escalationId, scope);
        if (!before) throw notFound();
        assertCanBecome('resolved', before);
        if (!scope.everything && before.started_by !== scope.userId)
          throw conflict({
            en: 'Another operator started this escalation. Leave it to them or to an operator who assigns cases.',
            fr: 'Une autre personne traite ce signalement. Laissez-la le clore, ou une personne qui attribue les dossiers.',
          });
        const after = await markResolved(trx, before.id, { by: input.actor.userId, at, resolution: reason });
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
