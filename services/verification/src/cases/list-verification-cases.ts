import { Page, PageQuery } from '@trust/contracts/page';
import { pageOf } from '@trust/service-kit/http/cursor';
import { z } from 'zod';
import { route } from '../app.ts';
import { listCases } from './queries.ts';
import { VerificationCase } from './schema.ts';
import { casePartsOf, toVerificationCase } from './views.ts';

export const listVerificationCases = route(
  {
    method: 'get',
    path: '/providers/{providerId}/verification-cases',
    summary: 'List verification cases',
    description:
      'Newest first. A case opens automatically once the provider is `active` and offers the category. `requirements` lists the documents to upload, with the accepted kinds, media types and size.',
    access: 'session',
    scope: 'provider',
    params: z.object({ providerId: z.uuid() }),
    query: PageQuery,
    responds: { status: 200, body: Page(VerificationCase) },
  },
  async ({ providerId, query: { limit, cursor }, request }, { db, cursors, now }) => {
    const after = cursor === undefined ? undefined : cursors.open(request.binding, cursor);
    const cases = await listCases(db, providerId, { limit, after });
    const partsOf = await casePartsOf(
      db,
      cases.map(({ id }) => id),
      now(),
    );
    return pageOf(cases, {
      limit,
      cursors,
      binding: request.binding,
      positionOf: ({ opened_at, id }) => [opened_at.toISOString(), id],
      item: (found) => toVerificationCase(found, partsOf(found.id), now()),
    });
  },
);
