import { reply } from '@trust/service-kit/http/reply';
import { conflict, notFound } from '@trust/service-kit/problems/problem';
import { audit, route } from '../../app.ts';
import { announceIntent } from './announce.ts';
import { deleteParts } from './delete-parts.ts';
import { intentResponse } from './intent-response.ts';
import { endSession, lockOwnIntent, markRetryable, readIntent } from './queries.ts';
import { UploadIntent, UploadIntentId } from './schema.ts';
import { intentStateNow } from './states.ts';

export const interruptUploadIntent = route(
  {
    method: 'put',
    path: '/provider-workspace/me/upload-intents/{id}/interrupted',
    summary: 'Interrupt an upload intent',
    description:
      'Ends the current session, **deletes the parts that were uploaded** and makes the intent retryable. Do not call it after a lost connection: `GET` the intent, which shows the parts that are missing, and send only those. Repeating the request changes nothing.',
    access: 'provider.evidence.manage',
    scope: 'workspace',
    params: UploadIntentId,
    responds: { status: 200, body: UploadIntent },
    problems: ['not-found', 'upload-state'],
  },
  async (input, app) => {
    const { actor, providerId, params } = input;
    const { intent, ended, changed } = await app.db.transact(async (trx) => {
      const locked = await lockOwnIntent(trx, { providerId, userId: actor.userId }, params.id);
      if (!locked) throw notFound();
      const at = app.now();
      const state = intentStateNow(locked, at);
      if (locked.state === 'retryable' && state === 'retryable') return { intent: locked, changed: false };
      if (state !== 'open' && state !== 'uploading' && state !== 'retryable')
        throw conflict(
          {
            en: 'The upload has ended. Create a new intent if the document is still needed.',
            fr: 'Le téléversement est terminé. Créez une nouvelle intention si le document reste nécessaire.',
          },
          'upload-state',
        );

      // An expired session made the intent retryable at its expiry.
      const isExpired = state === 'retryable';
      await endSession(trx, locked.current_session_id, isExpired ? 'expired' : 'cancelled');
      await markRetryable(trx, locked.id, isExpired ? locked.session_expires_at : at);
      await announceIntent(trx, locked, 'retryable');
      await audit(trx, input, {
        objectType: 'upload_intent',
        objectId: locked.id,
        before: { state: locked.state },
        after: { state: 'retryable' },
      });
      return { intent: await readIntent(trx, locked.id), ended: locked.upload_ref, changed: true };
    });
    await deleteParts(app, ended);
    return reply(await intentResponse(app, intent, input.request), { changed });
  },
);
