import { findPage } from '@trust/service-kit/http/cursor';
import { route } from '../../app.ts';
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
  (input, { db, now, cursors }) =>
    findPage(input, cursors, (window) => findEscalations(db, { ...input.query, scope: scopeOf(input.actor) }, window), {
      positionOf: ({ opened_at, id }) => [opened_at.toISOString(), id],
      item: (row) => escalationView(row, now()),
    }),
);
