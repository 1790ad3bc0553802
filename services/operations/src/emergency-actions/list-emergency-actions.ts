import { pageOf } from '@trust/service-kit/http/cursor';
import { route } from '../app.ts';
import { ownProviders } from '../own-providers.ts';
import { emergencyView } from './emergency-view.ts';
import { findEmergencyActions } from './queries.ts';
import { EmergencyActionPage, EmergencyActionQuery } from './schema.ts';

export const listEmergencyActions = route(
  {
    method: 'get',
    path: '/operations/emergency-actions',
    summary: 'List emergency actions',
    description: 'Newest first.',
    access: 'operations.emergency.review',
    query: EmergencyActionQuery,
    responds: { status: 200, body: EmergencyActionPage },
  },
  async ({ actor, query, request }, { db, now, cursors }) => {
    const { limit, cursor, ...filter } = query;
    const [at, id] = cursor ? cursors.open(request.binding, cursor) : [];
    const rows = await findEmergencyActions(db, {
      ...{ kind: undefined, state: undefined, targetId: undefined, ...filter },
      ownProviders: ownProviders(actor),
      now: now(),
      before: id === undefined ? undefined : { at: String(at), id: String(id) },
      limit: limit + 1,
    });
    return pageOf(rows, {
      limit,
      cursors,
      binding: request.binding,
      positionOf: (row) => [row.started_at, row.id],
      item: (row) => emergencyView(row, now()),
    });
  },
);
