import { findPage } from '@trust/service-kit/http/cursor';
import { route } from '../../app.ts';
import { ownProviders } from '../../own-providers.ts';
import { incidentView } from './incident-view.ts';
import { findIncidents } from './queries.ts';
import { IncidentPage, IncidentQuery } from './schema.ts';

export const listIncidents = route(
  {
    method: 'get',
    path: '/operations/incidents',
    summary: 'List incidents',
    description: 'Newest first. Internal records: complaints and reviews of customers are not incidents.',
    access: 'operations.incidents.manage',
    query: IncidentQuery,
    responds: { status: 200, body: IncidentPage },
  },
  (input, { db, now, cursors }) =>
    findPage(
      input,
      cursors,
      (window) => findIncidents(db, { ...input.query, ownProviders: ownProviders(input.actor) }, window),
      {
        positionOf: ({ opened_at, id }) => [opened_at.toISOString(), id],
        item: (row) => incidentView(row, now()),
      },
    ),
);
