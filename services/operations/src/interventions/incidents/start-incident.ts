import { command } from '../../app.ts';
import { ownProviders } from '../../own-providers.ts';
import { assertMayBecome, startRecord } from '../operations-records/change-state.ts';
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
    acts: { on: 'incident', as: 'start_incident' },
    rule: async ({ actor, params }, { now }, trx) => {
      const found = await lockIncident(trx, params.incidentId, ownProviders(actor));
      return assertMayBecome(trx, 'in_progress', found, { actor, now });
    },
  },
  async (input, { now }, trx, before) => {
    const at = now();
    const after = await startRecord(trx, input, { table: 'incident', before, at });
    return incidentView(after, at);
  },
);
