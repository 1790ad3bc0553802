import { OwnProviderId } from '@trust/contracts/fields';
import type { PageWindow } from '@trust/service-kit/database/page-window';
import { findPage } from '@trust/service-kit/http/cursor';
import { z } from 'zod';
import { route } from '../app.ts';
import { itemResponses } from './item-response.ts';
import { listItems } from './queries.ts';
import { EvidencePage, EvidenceQuery } from './schema.ts';

export const listEvidence = route(
  {
    method: 'get',
    path: '/providers/{providerId}/evidence',
    summary: 'List evidence',
    description: 'Newest first. One entry per requirement and document kind, with its newest version.',
    access: 'provider.evidence.manage',
    scope: 'provider',
    params: z.object({ providerId: OwnProviderId }),
    query: EvidenceQuery,
    responds: { status: 200, body: EvidencePage },
  },
  async (input, { db, cursors, now }) => {
    const page = await findPage(
      input,
      cursors,
      (window: PageWindow<readonly [id: string]>) =>
        listItems(db, { ...input.query, providerId: input.providerId }, window),
      {
        positionOf: ({ id }) => [id],
        item: (row) => row,
      },
    );
    const answers = await itemResponses(db, page.items, { now: now(), language: input.request.language });
    return { ...page, items: page.items.flatMap(({ id }) => answers.get(id) ?? []) };
  },
);
