import { OwnProviderId } from '@trust/contracts/fields';
import { Page, PageQuery } from '@trust/contracts/page';
import { findPage } from '@trust/service-kit/http/cursor';
import { z } from 'zod';
import { route } from '../../app.ts';
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
    params: z.object({ providerId: OwnProviderId }),
    query: PageQuery,
    responds: { status: 200, body: Page(VerificationCase) },
  },
  async (input, { db, cursors, now }) => {
    const page = await findPage(input, cursors, (window) => listCases(db, input.providerId, window), {
      positionOf: ({ opened_at, id }) => [opened_at.toISOString(), id],
      item: (found) => found,
    });
    const partsOf = await casePartsOf(
      db,
      page.items.map(({ id }) => id),
      now(),
    );
    return { ...page, items: page.items.map((found) => toVerificationCase(found, partsOf(found.id), now())) };
  },
);
