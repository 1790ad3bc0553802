import type { PageWindow } from '@trust/service-kit/database/page-window';
import { findPage } from '@trust/service-kit/http/cursor';
import { route } from '../../app.ts';
import { assertRepresentsNobody } from './assert-represents-nobody.ts';
import { entryView } from './entry-view.ts';
import { type EntryPosition, findEntries } from './find-entries.ts';
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
    problems: ['separation-of-duties'],
  },
  async (input, { db, cursors, now }) => {
    await assertRepresentsNobody(db, input.actor, now());
    return findPage(input, cursors, (window: PageWindow<EntryPosition>) => findEntries(db, input.query, window), {
      positionOf: ({ occurred_at, seq }) => [occurred_at.toISOString(), seq],
      item: entryView,
    });
  },
);
