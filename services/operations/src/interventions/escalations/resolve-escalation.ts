import { conflict } from '@trust/service-kit/problems/problem';
import { command } from '../../app.ts';
import { assertMayBecome, resolveRecord } from '../operations-records/change-state.ts';
import { assertCanBecome } from '../operations-records/states.ts';
import { escalationView } from './escalation-view.ts';
import { lockEscalation } from './queries.ts';
import { Escalation, EscalationParams, EscalationResolve } from './schema.ts';
import { scopeOf } from './scope.ts';

export const resolveEscalation = command(
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
    problems: ['not-found', 'separation-of-duties', 'invalid-transition', 'state-conflict'],
    acts: { on: 'escalation', as: 'resolve_escalation' },
    rule: async ({ actor, params }, { now }, trx) => {
      const scope = scopeOf(actor);
      const found = await lockEscalation(trx, params.escalationId, scope);
      assertCanBecome('resolved', found);
      if (!scope.everything && found.started_by !== scope.userId)
        throw conflict({
          en: 'Another operator started this escalation. Leave it to them or to an operator who assigns cases.',
          fr: 'Une autre personne traite ce signalement. Laissez-la le clore, ou une personne qui attribue les dossiers.',
        });
      return assertMayBecome(trx, 'resolved', found, { actor, now });
    },
  },
  async (input, { now }, trx, before) => {
    const at = now();
    const after = await resolveRecord(trx, input, { table: 'escalation', before, at });
    return escalationView(after, at);
  },
);
