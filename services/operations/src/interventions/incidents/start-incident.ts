import { command } from '../../app.ts';
import { ownProviders } from '../../own-providers.ts';
import { startRecord } from '../operations-records/change-state.ts';
import { assertCanBecome } from '../operations-records/states.ts';
import { incidentView } from './incident-view.ts';
import { lockIncident } from './queries.ts';
import { Incident, IncidentParams, IncidentStart } from './schema.ts';

export const startIncident = command(
  {
    method: 'post',
    path: '/operations/incidents/{incidentId}/start',
    summary: 'Start an incident',
    description: 'You become its assignee. Only an `open` incident can be started.',
    access: 'operations.incidents.manage',
    limit: 'privileged-operation',
    params: IncidentParams,
    body: IncidentStart,
    responds: { status: 200, body: Incident },
    problems: ['not-found', 'separation-of-duties', 'invalid-transition'],
  },
  async (input, { now }, trx) => {
    const at = now();
    const before = await lockIncident(trx, input.params.incidentId, ownProviders(input.actor));
    assertCanBecome('in_progress', before);
    const after = await startRecord(trx, input, { table: 'incident', before, at });
    return incidentView(after, at);
  },
);
