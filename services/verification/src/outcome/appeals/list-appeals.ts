import { PageQuery } from '@trust/contracts/page';
import { pageOfAll } from '@trust/service-kit/http/cursor';
import { route } from '../../app.ts';
import { CaseParams } from '../../case/record/params.ts';
import { findReadableCase } from './access.ts';
import { listAppealsOf } from './queries.ts';
import { AppealPage } from './schema.ts';
import { toAppeal, toOperatorAppeal } from './views.ts';

export const listAppeals = route(
  {
    method: 'get',
    path: '/verification-cases/{caseId}/appeals',
    summary: 'List the appeals of a case',
    description:
      'Oldest first. A representative of the provider gets an `Appeal` (`view` is `provider`), which names no operator and no private reason. An operator who can read the case gets an `OperatorAppeal` (`view` is `operator`). Others get 404.',
    access: 'session',
    params: CaseParams,
    query: PageQuery,
    responds: {
      status: 200,
      body: AppealPage,
    },
    problems: ['not-found'],
  },
  async (input, { db, cursors, now }) => {
    const { actor, params } = input;
    const { found, isRepresentative } = await findReadableCase(db, params.caseId, actor);
    const appeals = await listAppealsOf(db, found.id);
    const view = (appeal: (typeof appeals)[number]) =>
      isRepresentative ? toAppeal(db, appeal) : toOperatorAppeal(db, appeal, now());
    const page = pageOfAll(input, cursors, appeals, ({ id }) => id);
    return { ...page, items: await Promise.all(page.items.map(view)) };
  },
);
