import { PageQuery } from '@trust/contracts/page';
import { pageOf } from '@trust/service-kit/http/cursor';
import { route } from '../app.ts';
import { intentSummary } from './intent-response.ts';
import { listOwnIntents } from './queries.ts';
import { UploadIntentPage } from './schema.ts';

export const listUploadIntents = route(
  {
    method: 'get',
    path: '/provider-workspace/me/upload-intents',
    summary: 'List upload intents',
    description: 'Your own intents, newest first. Get a single intent for its parts and their URLs.',
    access: 'provider.evidence.manage',
    scope: 'workspace',
    query: PageQuery,
    responds: { status: 200, body: UploadIntentPage },
  },
  async ({ actor, providerId, query, request }, { db, cursors, now }) => {
    const { limit, cursor } = query;
    const after = cursor === undefined ? {} : { after: cursors.open(request.binding, cursor) };
    const rows = await listOwnIntents(db, { providerId, userId: actor.userId }, { limit, ...after });
    const view = { now: now(), language: request.language };
    return pageOf(rows, {
      limit,
      cursors,
      binding: request.binding,
      positionOf: (row) => [row.created_at, row.id],
      item: (row) => intentSummary(row, view),
    });
  },
);
