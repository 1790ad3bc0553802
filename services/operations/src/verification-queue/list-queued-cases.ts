import { pageOf } from '@trust/service-kit/http/cursor';
import { route } from '../app.ts';
import { visibilityOf } from '../triage/visibility.ts';
import { type CaseRow, findQueuedCases } from './queries.ts';
import { QueuedCasePage, QueueQuery } from './schema.ts';
import { queuedCase } from './views.ts';

export const listQueuedCases = route(
  {
    method: 'get',
    path: '/operations/verification-queue',
    summary: 'List open verification cases',
    description:
      'Cases that have not ended, also those that wait for the provider. With `sort=due` the next due time comes first and paused cases last. Operators who assign see all cases and who holds a duty; others see their own and free cases of their duty. A case of a provider that you represent is not listed.',
    access: 'operations.triage.read',
    query: QueueQuery,
    responds: { status: 200, body: QueuedCasePage },
  },
  async ({ actor, query, request }, { db, now, calendar, cursors }) => {
    const { limit, cursor, ...filter } = query;
    const visibility = visibilityOf(actor);
    const [at, id] = cursor ? cursors.open(request.binding, cursor) : [];
    const asOf = now();
    const rows = await findQueuedCases(db, {
      ...filter,
      ...{ visibility, asOf, limit: limit + 1 },
      after: id === undefined ? undefined : { at: String(at), id: String(id) },
    });
    const reader = { userId: actor.userId, namesAssignees: visibility.everything, asOf, calendar };
    return pageOf(rows, {
      ...{ limit, cursors, binding: request.binding },
      positionOf: (row) => [positionOf(row, filter.sort), row.case_id],
      item: (row) => queuedCase(row, reader),
    });
  },
);

function positionOf({ due_at, opened_at }: CaseRow, sort: string): string {
  return sort === 'due' ? (due_at?.toISOString() ?? 'infinity') : opened_at.toISOString();
}
