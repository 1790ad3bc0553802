import { reply } from '@trust/service-kit/http/reply';
import { notFound } from '@trust/service-kit/problems/problem';
import { route } from '../../app.ts';
import { findItem } from '../queries.ts';
import { scopeOf } from '../scope.ts';
import { insertReads } from '../submissions/queries.ts';
import { WorkItemParams } from '../work-item-params.ts';
import { FieldWorkItem } from './schema.ts';
import { itemBody } from './views.ts';

export const getFieldWorkItem = route(
  {
    method: 'get',
    path: '/operations/field-work-items/{workItemId}',
    summary: 'Get a field work item',
    description:
      'With its submissions in the order of arrival; whoever accepts or returns one has read it here. An agent gets 404 for an item of another agent.',
    access: 'session',
    permissions: ['operations.field-work.manage', 'operations.field-work.perform'],
    params: WorkItemParams,
    responds: { status: 200, body: FieldWorkItem },
    problems: ['forbidden', 'not-found'],
  },
  async ({ actor, params }, { db, now }) => {
    const scope = scopeOf(actor);
    if (!(await findItem(db, params.workItemId, scope))) throw notFound();
    const item = await itemBody(db, params.workItemId, scope, now());
    const finals = item.submissions.filter(({ state }) => state !== 'draft').map(({ id }) => id);
    if (!scope.isManager || finals.length === 0) return item;
    return reply(item, { onSent: () => insertReads(db, finals, { readerId: scope.userId, at: now() }) });
  },
);
