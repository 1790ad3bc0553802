import { pageOf } from '@trust/service-kit/http/cursor';
import { route } from '../../app.ts';
import { prefixQuery } from '../../from-other-services/providers/search-words.ts';
import { recordSeenFree } from '../holding/seen-free.ts';
import { TriagePage, TriageQuery } from '../schema.ts';
import { visibilityOf } from '../visibility.ts';
import { findTriageItems } from './find-triage-items.ts';
import { itemOf } from './item-view.ts';

export const listTriageItems = route(
  {
    method: 'get',
    path: '/operations/triage',
    summary: 'List the work queue',
    description:
      'Most urgent first: the priority is the sum of the components. Reviewers see their own and unassigned reviews; deciders see their own and unassigned decisions of cases that they did not review, and appeals against decisions of others; operators who assign cases see all cases. An unassigned duty that the separation of duties keeps from you is not listed. Escalations, incidents and field work are for operators who manage them; documents that wait for their scan or failed it, for those who assign cases; claims that end without a renewal, possible duplicates and overrides that wait for a vote, for those who may act on them. Without `state`, only items that wait for an operator are listed. Snoozed items are listed with `snoozed=only` only, until they are due. `possibleDuplicate` says that a possible duplicate of the provider was found at some time; read the provider for the current state. An item that belongs to no category has the category `all`.',
    access: 'operations.triage.read',
    query: TriageQuery,
    responds: { status: 200, body: TriagePage },
  },
  async ({ actor, query, request }, app) => {
    const { db, now, calendar, cursors } = app;
    const position = query.cursor ? readPosition(cursors.open(request.binding, query.cursor)) : undefined;
    // All pages use the priority at the first page's time, so none repeats or skips an item.
    const asOf = position?.asOf ?? now();
    const rows = await findTriageItems(db, {
      visibility: visibilityOf(actor),
      asOf,
      calendar,
      kind: query.kind,
      state: query.state,
      categoryKey: query.categoryKey,
      assignment: query.assignment,
      due: query.due,
      words: query.q === undefined ? undefined : prefixQuery(query.q),
      sort: query.sort,
      snoozed: query.snoozed,
      after: position,
      limit: query.limit + 1,
    });
    const cases = rows.slice(0, query.limit).filter(({ subject_type }) => subject_type === 'verification_case');
    await recordSeenFree(
      app,
      actor,
      cases.map(({ subject_id }) => subject_id),
    );
    return pageOf(rows, {
      limit: query.limit,
      cursors,
      binding: request.binding,
      positionOf: (row) => [asOf, row.priority, row.due_at, row.subject_id],
      item: (row) => itemOf(row, { asOf, userId: actor.userId }),
    });
  },
);

function readPosition([asOf, priority, dueAt, id]: unknown[]) {
  return {
    asOf: new Date(String(asOf)),
    priority: Number(priority),
    dueAt: dueAt === null ? null : String(dueAt),
    id: String(id),
  };
}
