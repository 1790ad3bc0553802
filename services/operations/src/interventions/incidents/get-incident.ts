import { notFound } from '@trust/service-kit/problems/problem';
import { route } from '../../app.ts';
import { ownProviders } from '../../own-providers.ts';
import { incidentView } from './incident-view.ts';
import { findIncident } from './queries.ts';
import { Incident, IncidentParams } from './schema.ts';

export const getIncident = route(
  {
    method: 'get',
    path: '/operations/incidents/{incidentId}',
    summary: 'Get an incident',
    description: 'The incident with its state and deadline. Those of a provider that you represent are 404.',
    access: 'operations.incidents.manage',
    params: IncidentParams,
    responds: { status: 200, body: Incident },
    problems: ['not-found'],
  },
  async ({ params, actor }, { db, now }) => {
    const incident = await findIncident(db, params.incidentId, ownProviders(actor));
    if (!incident) throw notFound();
    return incidentView(incident, now());
  },
);
