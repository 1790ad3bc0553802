import { CaseId } from '@trust/contracts/fields';
import { PageQuery } from '@trust/contracts/page';
import { pageOfAll } from '@trust/service-kit/http/cursor';
import { notFound } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { route } from '../../app.ts';
import { findProviderOfDuty } from '../../from-other-services/cases/queries.ts';
import { earlierSubjectsView } from './earlier-subjects.ts';
import { findPlace } from './queries.ts';
import { CaseClaimSubjectPage } from './schema.ts';
import { subjectsView } from './subjects-view.ts';

export const listCaseClaimSubjects = route(
  {
    method: 'get',
    path: '/verification-cases/{caseId}/claim-subjects',
    summary: 'List what claims of a case are about',
    description:
      'The registered name, the person responsible and the premises that the provider of the case has now. Whoever holds a duty of the case, while it has work, compares them with the documents, reads where the public premises are, names `subjectId` in the check, and reads in `earlier` which name or person ended before. Everybody else gets 404.',
    access: 'evidence.review',
    query: PageQuery,
    params: z.object({ caseId: CaseId }),
    responds: { status: 200, body: CaseClaimSubjectPage },
    problems: ['not-found'],
  },
  async (input, app) => {
    const { params } = input;
    const { userId } = input.actor;
    const providerId = await findProviderOfDuty(app.db, params.caseId, userId);
    if (!providerId) throw notFound();
    const place = await findPlace(app.db, providerId);
    const { items } = await subjectsView(app.db, app, { providerId, userId, place });
    const earlier = await earlierSubjectsView(app.db, app, providerId);
    const withEarlier = items.map((item) => ({
      ...item,
      earlier: earlier.filter(({ about }) => about === item.about).map(({ about: _, ...one }) => one),
    }));
    return pageOfAll(input, app.cursors, withEarlier, ({ id }) => id);
  },
);
