import { notFound } from '@trust/service-kit/problems/problem';
import { route } from '../../app.ts';
import { intentResponse, receivedParts } from './intent-response.ts';
import { findOwnIntent } from './queries.ts';
import { UploadIntent, UploadIntentId } from './schema.ts';

export const getUploadIntent = route(
  {
    method: 'get',
    path: '/provider-workspace/me/upload-intents/{id}',
    summary: 'Get an upload intent',
    description: 'Shows which parts have arrived and signs new URLs, so an app can resume after a restart.',
    access: 'provider.evidence.manage',
    scope: 'workspace',
    params: UploadIntentId,
    responds: { status: 200, body: UploadIntent },
    problems: ['not-found'],
  },
  async ({ actor, providerId, params, request }, app) => {
    const intent = await findOwnIntent(app.db, { providerId, userId: actor.userId }, params.id);
    if (!intent) throw notFound();
    return intentResponse(app, intent, { ...request, received: await receivedParts(app, intent) });
  },
);
