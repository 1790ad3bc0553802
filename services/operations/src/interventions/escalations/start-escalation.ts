import { command } from '../../app.ts';
import { assertMayBecome, startRecord } from '../operations-records/change-state.ts';
import { escalationView } from './escalation-view.ts';
import { lockEscalation } from './queries.ts';
import { Escalation, EscalationParams, EscalationStart } from './schema.ts';
import { scopeOf } from './scope.ts';

export const startEscalation = command(
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
    problems: ['not-found', 'separation-of-duties', 'invalid-transition'],
    acts: { on: 'escalation', as: 'start_escalation' },
    rule: async ({ actor, params }, { now }, trx) => {
      const found = await lockEscalation(trx, params.escalationId, scopeOf(actor));
      return assertMayBecome(trx, 'in_progress', found, { actor, now });
    },
  },
  async (input, { now }, trx, before) => {
    const at = now();
    const after = await startRecord(trx, input, { table: 'escalation', before, at });
    return escalationView(after, at);
  },
);
