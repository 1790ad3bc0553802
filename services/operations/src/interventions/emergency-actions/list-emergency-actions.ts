import { findPage } from '@trust/service-kit/http/cursor';
import { route } from '../../app.ts';
import { ownProviders } from '../../own-providers.ts';
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
  (input, { db, now, cursors }) => {
    const filter = { ...input.query, ownProviders: ownProviders(input.actor), now: now() };
    return findPage(input, cursors, (window) => findEmergencyActions(db, filter, window), {
      positionOf: ({ started_at, id }) => [started_at.toISOString(), id],
      item: (row) => emergencyView(row, filter.now),
    });
  },
);
