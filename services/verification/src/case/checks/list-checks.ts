import { Page, PageQuery } from '@trust/contracts/page';
import type { PageWindow } from '@trust/service-kit/database/page-window';
import { findPage } from '@trust/service-kit/http/cursor';
import { notFound, Problem } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { route } from '../../app.ts';
import { activeAssignments } from '../record/assignments.ts';
import { CaseParams } from '../record/params.ts';
import { findCase } from '../record/queries.ts';
import { latestChecks } from '../record/requirements.ts';
import { canSeeCase, hasCasePermission } from '../record/visibility.ts';
import { CaseCheck } from '../views/check-schema.ts';
import { toCheck } from '../views/views.ts';
import { listCaseChecks } from './queries.ts';

const ListedCheck = CaseCheck.extend({
  current: z
    .boolean()
    .describe('Whether it is the latest check of the current evidence of its requirement. A decision uses no other.'),
}).meta({ id: 'ListedCheck' });

export const listChecks = route(
  {
    method: 'get',
    path: '/verification-cases/{caseId}/checks',
    summary: 'List the checks of a case',
    description:
      'Newest first, for operators who may read the case. Contains every check that was recorded: `current` says whether it is the latest check of the current evidence of its requirement, which is the one that a decision uses.',
    access: 'session',
    permissions: ['verification.cases.assign', 'verification.cases.review', 'verification.cases.decide'],
    params: CaseParams,
    query: PageQuery.extend({
      requirementKey: z
        .string()
        .min(1)
        .max(100)
        .optional()
        .meta({ description: 'Only checks of this requirement.', examples: ['trade-qualification'] }),
    }),
    responds: { status: 200, body: Page(ListedCheck) },
    problems: ['forbidden', 'not-found'],
  },
  async (input, { db, cursors }) => {
    const { actor, params, query } = input;
    if (!hasCasePermission(actor)) throw new Problem('forbidden');
    const found = await findCase(db, params.caseId);
    if (!found || !(await canSeeCase(db, actor, found, await activeAssignments(db, found.id)))) throw notFound();
    const current = new Set((await latestChecks(db, found.id)).map(({ id }) => id));
    return findPage(
      input,
      cursors,
      (window: PageWindow<readonly [position: string]>) => listCaseChecks(db, found.id, query.requirementKey, window),
      {
        positionOf: ({ position }) => [String(position)],
        item: (check) => ({ ...toCheck(check), current: current.has(check.id) }),
      },
    );
  },
);
