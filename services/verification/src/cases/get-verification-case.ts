import { notFound, Problem } from '@trust/service-kit/http/problem';
import { route } from '../app.ts';
import { activeAssignments } from '../assignments/queries.ts';
import { findCase } from './queries.ts';
import { CaseParams, OperatorCase } from './schema.ts';
import { toOperatorCase } from './views.ts';
import { canSeeCase, hasCasePermission } from './visibility.ts';

export const getVerificationCase = route(
  {
    method: 'get',
    path: '/verification-cases/{caseId}',
    summary: 'Get a verification case',
    description:
      'For operators: with `verification.cases.assign` any case; with `verification.cases.review` a case whose review is yours or unassigned; with `verification.cases.decide` a recommended or decided case whose decision is yours or unassigned. Any other case returns 404.',
    access: 'session',
    permissions: ['verification.cases.assign', 'verification.cases.review', 'verification.cases.decide'],
    params: CaseParams,
    responds: { status: 200, body: OperatorCase },
    problems: ['forbidden', 'not-found'],
  },
  async ({ actor, params }, { db, now }) => {
    if (!hasCasePermission(actor)) throw new Problem('forbidden');
    const found = await findCase(db, params.caseId);
    if (!found || !canSeeCase(actor, found, await activeAssignments(db, found.id))) throw notFound();
    return toOperatorCase(db, found, now());
  },
);
