import { findPage } from '@trust/service-kit/http/cursor';
import { route } from '../../app.ts';
import { findItems } from '../queries.ts';
import { scopeOf } from '../scope.ts';
import { FieldWorkPage, FieldWorkQuery } from './schema.ts';
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
  (input, { db, now, cursors }) => {
    const scope = scopeOf(input.actor);
    return findPage(input, cursors, (window) => findItems(db, { ...input.query, scope }, window), {
      positionOf: ({ opened_at, id }) => [opened_at.toISOString(), id],
      item: (row) => itemSummary(row, scope, now()),
    });
  },
);
