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
    summary: 'A case, for the operators whose work it is',
    description:
      'Needs `verification.cases.assign`, `verification.cases.review` (cases whose review is one’s own or free) or `verification.cases.decide` (recommended and decided cases whose decision is one’s own or free). A case that is not yours to see is answered like one that does not exist.',
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
