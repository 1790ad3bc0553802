import { command } from '../../app.ts';
import { startRecord } from '../operations-records/change-state.ts';
import { assertCanBecome } from '../operations-records/states.ts';
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
  },
  async (input, { now }, trx) => {
    const at = now();
    const before = await lockEscalation(trx, input.params.escalationId, scopeOf(input.actor));
    assertCanBecome('in_progress', before);
    const after = await startRecord(trx, input, { table: 'escalation', before, at });
    return escalationView(after, at);
  },
);
