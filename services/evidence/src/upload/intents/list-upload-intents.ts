import { PageQuery } from '@trust/contracts/page';
import { findPage } from '@trust/service-kit/http/cursor';
import { route } from '../../app.ts';
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
  (input, { db, cursors, now }) => {
    const owner = { providerId: input.providerId, userId: input.actor.userId };
    const view = { now: now(), language: input.request.language };
    return findPage(input, cursors, (window) => listOwnIntents(db, owner, window), {
      positionOf: ({ created_at, id }) => [created_at.toISOString(), id],
      item: (row) => intentSummary(row, view),
    });
  },
);
