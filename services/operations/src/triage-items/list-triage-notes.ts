import { PageQuery } from '@trust/contracts/page';
import { pageOf } from '@trust/service-kit/http/cursor';
import { route } from '../app.ts';
import { findItem } from './find-item.ts';
import { noteView } from './note-view.ts';
import { findNotes } from './queries.ts';
import { TriageItemParams, TriageNotePage } from './schema.ts';

export const listTriageNotes = route(
  {
    method: 'get',
    path: '/operations/triage/{subjectType}/{subjectId}/notes',
    summary: 'List the notes on an item',
    description: 'Newest first, while the item is open.',
    access: 'operations.triage.read',
    params: TriageItemParams,
    query: PageQuery,
    responds: { status: 200, body: TriageNotePage },
    problems: ['not-found'],
  },
  async ({ actor, params, query, request }, { db, now, cursors, calendar }) => {
    const [at, id] = query.cursor ? cursors.open(request.binding, query.cursor) : [];
    const before = id === undefined ? undefined : { at: String(at), id: String(id) };
    const { subject_id: subjectId } = await findItem(db, actor, params, { asOf: now(), calendar });
    const rows = await findNotes(db, { subjectId, before, limit: query.limit + 1 });
    return pageOf(rows, {
      limit: query.limit,
      cursors,
      binding: request.binding,
      positionOf: (row) => [row.written_at, row.id],
      item: noteView,
    });
  },
);
