import { notFound } from '@trust/service-kit/problems/problem';
import { route } from '../../app.ts';
import { findItem } from '../queries.ts';
import { scopeOf } from '../scope.ts';
import { WorkItemParams } from '../work-item-params.ts';
import { FieldWorkItem } from './schema.ts';
import { itemBody } from './views.ts';

export const getFieldWorkItem = route(
  {
    method: 'get',
    path: '/operations/field-work-items/{workItemId}',
    summary: 'Get a field work item',
    description: 'With its submissions in the order of arrival. An agent gets 404 for an item of another agent.',
    access: 'session',
    permissions: ['operations.field-work.manage', 'operations.field-work.perform'],
    params: WorkItemParams,
    responds: { status: 200, body: FieldWorkItem },
    problems: ['forbidden', 'not-found'],
  },
  async ({ actor, params }, { db, now }) => {
    const scope = scopeOf(actor);
    if (!(await findItem(db, params.workItemId, scope))) throw notFound();
    return itemBody(db, params.workItemId, scope, now());
  },
);
