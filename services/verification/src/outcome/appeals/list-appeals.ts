import { z } from 'zod';
import { route } from '../../app.ts';
import { CaseParams } from '../../case/record/params.ts';
import { findReadableCase } from './access.ts';
import { listAppealsOf } from './queries.ts';
import { AppealView } from './schema.ts';
import { toAppeal, toOperatorAppeal } from './views.ts';

export const listAppeals = route(
  {
    method: 'get',
    path: '/verification-cases/{caseId}/appeals',
    summary: 'List the appeals of a case',
    description:
      'A representative of the provider gets an `Appeal` (`view` is `provider`), which names no operator and no private reason. An operator who can read the case gets an `OperatorAppeal` (`view` is `operator`). Others get 404.',
    access: 'session',
    params: CaseParams,
    responds: {
      status: 200,
      body: z
        .object({ items: z.array(AppealView).describe('The appeals of the case, oldest first.') })
        .meta({ id: 'AppealList' }),
    },
    problems: ['not-found'],
  },
  async ({ actor, params }, { db }) => {
    const { found, isRepresentative } = await findReadableCase(db, params.caseId, actor);
    const appeals = await listAppealsOf(db, found.id);
    const view = (appeal: (typeof appeals)[number]) =>
      isRepresentative ? toAppeal(db, appeal) : toOperatorAppeal(db, appeal);
    return { items: await Promise.all(appeals.map(view)) };
  },
);
