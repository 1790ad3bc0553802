import { findPage } from '@trust/service-kit/http/cursor';
import { route } from '../../app.ts';
import { recordSeenFree } from '../../queue/holding/seen-free.ts';
import { visibilityOf } from '../../queue/visibility.ts';
import { type CaseRow, findQueuedCases } from './queries.ts';
import { QueuedCasePage, QueueQuery } from './schema.ts';
import { queuedCase } from './views.ts';

export const listQueuedCases = route(
  {
    method: 'get',
    path: '/operations/verification-queue',
    summary: 'List open verification cases',
    description:
      'Cases that have not ended, also those that wait for the provider. With `sort=due` the next due time comes first and paused cases last. Operators who assign see all cases and who holds a duty; others see their own and free cases of a duty that they may hold. A case of a provider that you represent is not listed.',
    access: 'operations.triage.read',
    query: QueueQuery,
    responds: { status: 200, body: QueuedCasePage },
  },
  async (input, app) => {
    const { db, now, calendar, cursors } = app;
    const { actor, query } = input;
    const visibility = visibilityOf(actor);
    const asOf = now();
    const reader = { userId: actor.userId, namesAssignees: visibility.everything, asOf, calendar };
    const page = await findPage(
      input,
      cursors,
      (window) => findQueuedCases(db, { ...query, visibility, asOf, ...window }),
      {
        positionOf: (row) => [positionOf(row, query.sort), row.case_id],
        item: (row) => queuedCase(row, reader),
      },
    );
    const shown = page.items.map(({ id }) => id);
    await recordSeenFree(app, actor, shown);
    return page;
  },
);

function positionOf({ due_at, opened_at }: CaseRow, sort: string): string {
  return sort === 'due' ? (due_at?.toISOString() ?? 'infinity') : opened_at.toISOString();
}
