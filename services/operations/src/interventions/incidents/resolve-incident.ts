import { command, type Trx } from '../../app.ts';
import { notifyOperator } from '../../notify-operator.ts';
import { ownProviders } from '../../own-providers.ts';
import { assertMayBecome, resolveRecord } from '../operations-records/change-state.ts';
import { incidentView } from './incident-view.ts';
import { openerOf } from './opener.ts';
import { emitHold } from './publication-hold.ts';
import { type IncidentRow, lockIncident } from './queries.ts';
import { Incident, IncidentParams, IncidentResolve } from './schema.ts';

export const resolveIncident = command(
  {
    method: 'post',
    path: '/operations/incidents/{incidentId}/resolve',
    summary: 'Resolve an incident',
    description:
      'The reason becomes the resolution. If the incident holds the publication of a provider, the provider can be published again. Only an incident that is `in_progress` can be resolved. This is final. The operator who opened it is notified.',
    access: 'operations.incidents.manage',
    stepUp: true,
    limit: 'privileged-operation',
    params: IncidentParams,
    body: IncidentResolve,
    responds: { status: 200, body: Incident },
    problems: ['not-found', 'separation-of-duties', 'invalid-transition'],
    acts: { on: 'incident', as: 'resolve_incident' },
    rule: async ({ actor, params }, { now }, trx) => {
      const found = await lockIncident(trx, params.incidentId, ownProviders(actor));
      return assertMayBecome(trx, 'resolved', found, { actor, now });
    },
  },
  async (input, { now }, trx, before) => {
    const at = now();
    const after = await resolveRecord(trx, input, { table: 'incident', before, at });
    await emitHold(trx, after, 'released', at);
    await notifyOpener(trx, after);
    return incidentView(after, at);
  },
);

/** Nobody ends the hold of a colleague unseen. */
async function notifyOpener(trx: Trx, incident: IncidentRow): Promise<void> {
  const { id, opened_by: userId, resolved_by } = incident;
  if (openerOf(incident) === 'platform' || userId === resolved_by) return;
  await notifyOperator(trx, { userId, template: 'incident_resolved', type: 'incident', id });
}
