import { once } from '@trust/service-kit/idempotency';
import { conflict, notFound } from '@trust/service-kit/problem';
import { reply } from '@trust/service-kit/reply';
import { audit, route, type Trx } from '../app.ts';
import { announceIntent } from './announce.ts';
import { intentAnswer } from './intent-answer.ts';
import { newSession } from './new-session.ts';
import {
  endSession,
  findOwnIntent,
  type IntentRow,
  lockOwnIntent,
  markRetryable,
  readIntent,
  replaceSession,
} from './queries.ts';
import { UploadIntent, UploadIntentId } from './schema.ts';
import { intentStateNow } from './states.ts';

export const retryUploadIntent = route(
  {
    method: 'post',
    path: '/provider-workspace/me/upload-intents/{id}/retry',
    summary: 'Create a fresh private upload session',
    description:
      'The intent keeps its id; its attempt count rises by one. An intent whose session has run out can be retried as well.',
    access: 'provider.evidence.manage',
    scope: 'workspace',
    limit: 'upload-session',
    params: UploadIntentId,
    responds: { status: 200, body: UploadIntent },
    problems: ['not-found', 'upload-state'],
  },
  async (input, app) => {
    const { actor, providerId, params, idempotency } = input;
    const owner = { providerId, userId: actor.userId };
    if (!(await findOwnIntent(app.db, owner, params.id))) throw notFound();
    const session = await newSession(app);

    return app.db.transact((trx) =>
      once(trx, idempotency, async () => {
        const locked = await lockOwnIntent(trx, owner, params.id);
        if (!locked) throw notFound();
        if (intentStateNow(locked, app.now()) !== 'retryable') {
          throw conflict(
            {
              en: 'Only an interrupted upload can be retried. Read the intent to see its state.',
              fr: 'Seul un téléversement interrompu peut être relancé. Relisez l’intention pour connaître son état.',
            },
            'upload-state',
          );
        }
        await settleExpired(trx, locked);
        await replaceSession(trx, owner, locked.id, { ...session, sizeLimitBytes: locked.size_limit_bytes });
        const intent = await readIntent(trx, locked.id);
        await announceIntent(trx, intent, 'uploading');
        await audit(trx, input, {
          action: 'retryUploadIntent',
          objectType: 'upload_intent',
          objectId: locked.id,
          before: { state: 'retryable', attemptCount: locked.attempt_count },
          after: { state: 'uploading', attemptCount: intent.attempt_count },
        });
        return reply(await intentAnswer(app, intent, new Map()), { status: 200 });
      }),
    );
  },
);

/** A session that ran out unnoticed is written down as such, since the next one takes its place. */
async function settleExpired(trx: Trx, intent: IntentRow): Promise<void> {
  await endSession(trx, intent.current_session_id, 'expired');
  await markRetryable(trx, intent.id, intent.session_expires_at);
}
