import { DecisionId } from '@trust/contracts/fields';
import { notFound, Problem } from '@trust/service-kit/problems/problem';
import { route } from '../../app.ts';
import { activeAssignments } from '../../case/record/assignments.ts';
import { CaseParams } from '../../case/record/params.ts';
import { findCase } from '../../case/record/queries.ts';
import { canSeeCase, casePermissions, hasCasePermission } from '../../case/record/visibility.ts';
import { decisionView } from './decision-view.ts';
import { findDecision } from './queries.ts';
import { Decision } from './schema.ts';

export const getDecision = route(
  {
    method: 'get',
    path: '/verification-cases/{caseId}/decisions/{decisionId}',
    summary: 'Get a decision',
    description:
      'With `verification.cases.assign`, or as the holder of a duty of this case. A decision of any other case returns 404.',
    access: 'session',
    permissions: casePermissions,
    params: CaseParams.extend({ decisionId: DecisionId }),
    responds: { status: 200, body: Decision },
    problems: ['forbidden', 'not-found'],
  },
  async ({ actor, params }, { db, now }) => {
    if (!hasCasePermission(actor)) throw new Problem('forbidden');
    const found = await findCase(db, params.caseId);
    if (!found || !(await canSeeCase(db, actor, found, await activeAssignments(db, found.id)))) throw notFound();
    const decision = await findDecision(db, found.id, params.decisionId, now());
    if (!decision) throw notFound();
    return decisionView(db, found, decision);
  },
);
