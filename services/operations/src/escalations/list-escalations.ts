import { pageOf } from '@trust/service-kit/http/cursor';
import { route } from '../app.ts';
import { escalationView } from './escalation-view.ts';
import { findEscalations } from './queries.ts';
import { EscalationPage, EscalationQuery } from './schema.ts';
import { scopeOf } from './scope.ts';

export const listEscalations = route(
  {
    method: 'get',
    path: '/operations/escalations',
    summary: 'List escalations',
    description:
      'Newest first. Operators who assign cases see all; reviewers see those that they opened or started, and open ones that a reviewer can answer: `second_opinion`, `evidence_conflict` and `policy_unclear`.',
    access: 'operations.escalations.manage',
    query: EscalationQuery,
    responds: { status: 200, body: EscalationPage },
  },
  async ({ actor, query, request }, { db, now, cursors }) => {
    const { limit, cursor, ...filter } = query;
    const [at, id] = cursor ? cursors.open(request.binding, cursor) : [];
    const rows = await findEscalations(db, {
      ...{ state: undefined, reasonCode: undefined, subjectId: undefined, ...filter },
      scope: scopeOf(actor),
      before: id === undefined ? undefined : { at: String(at), id: String(id) },
      limit: limit + 1,
    });
    return pageOf(rows, {
      limit,
      cursors,
      binding: request.binding,
      positionOf: (row) => [row.opened_at, row.id],
      item: (row) => escalationView(row, now()),
    });
  },
);
