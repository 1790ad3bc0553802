import { PageQuery } from '@trust/contracts/page';
import { pageOf } from '@trust/service-kit/http/cursor';
import { route } from '../app.ts';
import { findSealer } from '../subject-keys/queries.ts';
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
  async ({ actor, query, request }, { db, now, cursors, vault }) => {
    const [at, id] = query.cursor ? cursors.open(request.binding, query.cursor) : [];
    const before = id === undefined ? undefined : { at: String(at), id: String(id) };
    const rows = await findActiveSessions(db, { personId: actor.userId, before, now: now(), limit: query.limit + 1 });
    const sealer = await findSealer(db, vault, actor.userId);
    return pageOf(sealer ? rows : [], {
      limit: query.limit,
      cursors,
      binding: request.binding,
      positionOf: (row) => [row.created_at, row.id],
      item: (row) => ({
        id: row.id,
        label: sealer?.open('session label', row.sealed_label) ?? '',
        createdAt: row.created_at.toISOString(),
        lastUsedAt: row.last_used_at.toISOString(),
        authenticatedBy: row.authenticated_by as Session['authenticatedBy'],
        device: { kind: row.device_kind, browser: row.device_browser, system: row.device_system },
        current: row.id === actor.sessionId,
      }),
    });
  },
);
