import { reply } from '@trust/service-kit/http/reply';
import { conflict, notFound } from '@trust/service-kit/problems/problem';
import { audit, route } from '../../app.ts';
import { cancelUpload } from './cancel-upload.ts';
import { deleteParts } from './delete-parts.ts';
import { lockOwnIntent } from './queries.ts';
import { UploadIntentId } from './schema.ts';
import { intentStateNow } from './states.ts';

export const deleteUploadIntent = route(
  {
    method: 'delete',
    path: '/provider-workspace/me/upload-intents/{id}',
    summary: 'Delete an upload intent',
    description: 'It ends as `cancelled`. Possible until the intent is submitted. Deleting it again changes nothing.',
    access: 'provider.evidence.manage',
    scope: 'workspace',
    params: UploadIntentId,
    responds: { status: 204 },
    problems: ['not-found', 'upload-state'],
  },
  async (input, app) => {
    const { actor, providerId, params } = input;
    const cancelled = await app.db.transact(async (trx) => {
      const intent = await lockOwnIntent(trx, { providerId, userId: actor.userId }, params.id);
      if (!intent) throw notFound();
      if (intent.state === 'submitted')
        throw conflict(
          {
            en: 'The document is submitted. Its upload can no longer be cancelled.',
            fr: 'Le document est transmis. Son téléversement ne peut plus être annulé.',
          },
          'upload-state',
        );
      const state = intentStateNow(intent, app.now());
      if (state === 'cancelled' || state === 'expired') return undefined;

      await cancelUpload(trx, intent, app.now());
      await audit(trx, input, {
        objectType: 'upload_intent',
        objectId: intent.id,
        before: { state: intent.state },
        after: { state: 'cancelled' },
      });
      return { parts: intent.upload_ref };
    });
    await deleteParts(app, cancelled?.parts);
    return reply(undefined, { changed: cancelled !== undefined });
  },
);
