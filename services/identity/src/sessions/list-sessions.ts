import { PageQuery } from '@trust/contracts/page';
import { findPage } from '@trust/service-kit/http/cursor';
import { route } from '../app.ts';
import { findSealer } from '../people/subject-keys.ts';
import { findActiveSessions } from './queries.ts';
import { type Session, SessionPage } from './schema.ts';

export const listSessions = route(
  {
    method: 'get',
    path: '/auth/sessions',
    summary: 'List your sessions',
    description: 'Newest first. `lastUsedAt` is accurate to about one minute. The device name comes from the browser.',
    access: 'session',
    query: PageQuery,
    responds: { status: 200, body: SessionPage },
  },
  async (input, { db, now, cursors, vault }) => {
    const { userId, sessionId } = input.actor;
    const sealer = await findSealer(db, vault, userId);
    return findPage(
      input,
      cursors,
      async (window) => (sealer ? findActiveSessions(db, { personId: userId, now: now() }, window) : []),
      {
        positionOf: ({ created_at, id }) => [created_at.toISOString(), id],
        item: (row) => ({
          id: row.id,
          label: sealer?.open('session label', row.sealed_label) ?? '',
          createdAt: row.created_at.toISOString(),
          lastUsedAt: row.last_used_at.toISOString(),
          authenticatedBy: row.authenticated_by as Session['authenticatedBy'],
          device: { kind: row.device_kind, browser: row.device_browser, system: row.device_system },
          current: row.id === sessionId,
        }),
      },
    );
  },
);
