import { notFound } from '@trust/service-kit/problems/problem';
import { route } from '../../app.ts';
import { findReadableCase } from './access.ts';
import { findAppeal } from './queries.ts';
import { AppealParams, AppealView } from './schema.ts';
import { toAppeal, toOperatorAppeal } from './views.ts';

export const getAppeal = route(
  {
    method: 'get',
    path: '/verification-cases/{caseId}/appeals/{appealId}',
    summary: 'Get an appeal',
    description: 'For those who can list the appeals of the case, in the same view.',
    access: 'session',
    params: AppealParams,
    responds: { status: 200, body: AppealView },
    problems: ['not-found'],
  },
  async ({ actor, params }, { db, now }) => {
    const { found, isRepresentative } = await findReadableCase(db, params.caseId, actor);
    const appeal = await findAppeal(db, found.id, params.appealId);
    if (!appeal) throw notFound();
    return isRepresentative ? toAppeal(db, appeal) : toOperatorAppeal(db, appeal, now());
  },
);
