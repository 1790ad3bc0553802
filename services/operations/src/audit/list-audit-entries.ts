import { pageOf } from '@trust/service-kit/http/cursor';
import { route } from '../app.ts';
import { entryView } from './entry-view.ts';
import { findEntries } from './find-entries.ts';
import { AuditPage, AuditQuery } from './schema.ts';

export const listAuditEntries = route(
  {
    method: 'get',
    path: '/operations/audit',
    summary: 'List audit entries',
    description:
      'Newest first. `providerId` finds entries that name the provider, and those on its cases, claims, documents, uploads and services. `startAt` is inclusive, `endAt` exclusive.',
    access: 'operations.audit.read',
    query: AuditQuery,
    responds: { status: 200, body: AuditPage },
  },
  async ({ query, request }, { db, cursors }) => {
    const { limit, cursor, ...filter } = query;
    const [at, seq] = cursor ? cursors.open(request.binding, cursor) : [];
    const before = seq === undefined ? undefined : { at: new Date(String(at)), seq: String(seq) };
    const rows = await findEntries(db, filter, { before, limit: limit + 1 });
    return pageOf(rows, {
      limit,
      cursors,
      binding: request.binding,
      positionOf: (row) => [row.occurred_at, row.seq],
      item: entryView,
    });
  },
);
