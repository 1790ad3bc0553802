import { pageOf } from '@trust/service-kit/http/cursor';
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
    params: z.object({ providerId: z.uuid() }),
    query: EvidenceQuery,
    responds: { status: 200, body: EvidencePage },
  },
  async ({ providerId, query: { limit, cursor, ...filters }, request }, { db, cursors, now }) => {
    const after = cursor === undefined ? undefined : cursors.open(request.binding, cursor);
    const items = await listItems(db, providerId, { limit, after, filters });
    const answers = await itemResponses(db, items.slice(0, limit), { now: now(), language: request.language });
    const page = pageOf(items, {
      limit,
      cursors,
      binding: request.binding,
      positionOf: ({ id }) => [id],
      item: ({ id }) => id,
    });
    return { ...page, items: page.items.flatMap((id) => answers.get(id) ?? []) };
  },
);
