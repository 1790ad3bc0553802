import { PageQuery } from '@trust/contracts/page';
import { findPage } from '@trust/service-kit/http/cursor';
import { route } from '../../app.ts';
import { findOpenItem } from '../items/find-open-item.ts';
import { TriageItemParams } from '../schema.ts';
import { noteView } from './note-view.ts';
import { findNotes } from './queries.ts';
import { TriageNotePage } from './schema.ts';

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
    problems: ['not-found', 'taken'],
  },
  async (input, { db, now, cursors, calendar }) => {
    const { subject_id } = await findOpenItem(db, input.actor, input.params, { asOf: now(), calendar });
    return findPage(input, cursors, (window) => findNotes(db, subject_id, window), {
      positionOf: ({ written_at, id }) => [written_at.toISOString(), id],
      item: noteView,
    });
  },
);
