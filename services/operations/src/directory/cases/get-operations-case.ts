import { CaseId } from '@trust/contracts/fields';
import { z } from 'zod';
import { route } from '../../app.ts';
import { recordSeenFree } from '../../queue/holding/seen-free.ts';
import { takenOrNotFound } from '../../queue/holding/taken.ts';
import { visibilityOf } from '../../queue/visibility.ts';
import { findCase } from './queries.ts';
import { OperationsCase } from './schema.ts';
import { operationsCase } from './views.ts';

export const getOperationsCase = route(
  {
    method: 'get',
    path: '/operations/verification-cases/{caseId}',
    summary: 'Get a verification case as operations sees it',
    description:
      'Duties, service level and counts of documents, uploads and claims, for planning the work. The documents themselves are read through `GET /verification-cases/{caseId}` by those who hold a duty. A case that you cannot see in the queue returns 404.',
    access: 'operations.triage.read',
    params: z.object({ caseId: CaseId }),
    responds: { status: 200, body: OperationsCase },
    problems: ['not-found', 'taken'],
  },
  async ({ actor, params }, app) => {
    const { db, now, calendar } = app;
    const [visibility, asOf] = [visibilityOf(actor), now()];
    const row = await findCase(db, { caseId: params.caseId, visibility, asOf });
    if (!row) throw await takenOrNotFound(db, { ...params, actor, now: asOf });
    await recordSeenFree(app, actor, [row.case_id]);
    return operationsCase(row, { userId: actor.userId, namesAssignees: visibility.everything, asOf, calendar });
  },
);
