import { pageOf } from '@trust/service-kit/http/cursor';
import { route } from '../app.ts';
import { findItems } from './queries.ts';
import { FieldWorkPage, FieldWorkQuery } from './schema.ts';
import { scopeOf } from './scope.ts';
import { itemSummary } from './views.ts';

export const listFieldWorkItems = route(
  {
    method: 'get',
    path: '/operations/field-work-items',
    summary: 'List field work items',
    description:
      'Newest first, without submissions. With `operations.field-work.manage` all; with `operations.field-work.perform` those that are assigned to you.',
    access: 'session',
    permissions: ['operations.field-work.manage', 'operations.field-work.perform'],
    query: FieldWorkQuery,
    responds: { status: 200, body: FieldWorkPage },
    problems: ['forbidden'],
  },
  async ({ actor, query, request }, { db, now, cursors }) => {
    const { limit, cursor, ...filter } = query;
    const scope = scopeOf(actor);
    const [at, id] = cursor ? cursors.open(request.binding, cursor) : [];
    const rows = await findItems(db, {
      ...{ state: undefined, caseId: undefined, assigneeId: undefined, ...filter },
      scope,
      before: id === undefined ? undefined : { at: String(at), id: String(id) },
      limit: limit + 1,
    });
    return pageOf(rows, {
      limit,
      cursors,
      binding: request.binding,
      positionOf: (row) => [row.opened_at, row.id],
      item: (row) => itemSummary(row, scope, now()),
    });
  },
);
