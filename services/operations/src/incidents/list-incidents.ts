import { pageOf } from '@trust/service-kit/http/cursor';
import { route } from '../app.ts';
import { ownProviders } from '../own-providers.ts';
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
  async ({ actor, query, request }, { db, now, cursors }) => {
    const { limit, cursor, ...filter } = query;
    const [at, id] = cursor ? cursors.open(request.binding, cursor) : [];
    const rows = await findIncidents(db, {
      ...{ state: undefined, severity: undefined, providerId: undefined, ...filter },
      ownProviders: ownProviders(actor),
      before: id === undefined ? undefined : { at: String(at), id: String(id) },
      limit: limit + 1,
    });
    return pageOf(rows, {
      limit,
      cursors,
      binding: request.binding,
      positionOf: (row) => [row.opened_at, row.id],
      item: (row) => incidentView(row, now()),
    });
  },
);
