import { conflict, notFound } from '@trust/service-kit/problem';
import { audit, route } from '../app.ts';
import { announceIntent } from './announce.ts';
import { dropParts } from './drop-parts.ts';
import { intentAnswer } from './intent-answer.ts';
import { endSession, lockOwnIntent, markRetryable, readIntent } from './queries.ts';
import { UploadIntent, UploadIntentId } from './schema.ts';
import { intentStateNow, sessionStateNow } from './states.ts';

export const interruptUploadIntent = route(
  {
    method: 'put',
    path: '/provider-workspace/me/upload-intents/{id}/interrupted',
    summary: 'Cancel the current session and mark the intent retryable',
    access: 'provider.evidence.manage',
    scope: 'workspace',
    params: UploadIntentId,
    responds: { status: 200, body: UploadIntent },
    problems: ['not-found', 'upload-state'],
  },
  async (input, app) => {
    const { actor, providerId, params } = input;
    const { intent, ended } = await app.db.transact(async (trx) => {
      const locked = await lockOwnIntent(trx, { providerId, userId: actor.userId }, params.id);
      if (!locked) throw notFound();
      if (locked.state === 'retryable' && intentStateNow(locked, app.now()) === 'retryable') return { intent: locked };
      const { state } = locked;
      if (state !== 'open' && state !== 'uploading')
        throw conflict(
          {
            en: 'The upload has ended. Start a new one if the document is still needed.',
            fr: 'Le téléversement a pris fin. Commencez-en un nouveau si le document reste nécessaire.',
          },
          'upload-state',
        );

      await endSession(
        trx,
        locked.current_session_id,
        sessionStateNow(locked, app.now()) === 'expired' ? 'expired' : 'cancelled',
      );
      await markRetryable(trx, locked.id, app.now());
      await announceIntent(trx, locked, 'retryable');
      await audit(trx, input, {
        action: 'interruptUploadIntent',
        objectType: 'upload_intent',
        objectId: locked.id,
        before: { state },
        after: { state: 'retryable' },
      });
      return { intent: await readIntent(trx, locked.id), ended: locked.upload_ref };
    });
    await dropParts(app, ended);
    return intentAnswer(app, intent, new Map());
  },
);
