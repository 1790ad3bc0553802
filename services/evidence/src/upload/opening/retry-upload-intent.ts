import { once } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { conflict, notFound, Problem } from '@trust/service-kit/problems/problem';
import { route } from '../../app.ts';
import { intentResponse } from '../intents/intent-response.ts';
import { findOwnIntent, lockOwnIntent } from '../intents/queries.ts';
import { UploadIntent, UploadIntentId } from '../intents/schema.ts';
import { intentStateNow } from '../intents/states.ts';
import { newSession } from './new-session.ts';
import { lockUploadContext } from './queries.ts';
import { renewSession } from './renew-session.ts';

export const retryUploadIntent = route(
  {
    method: 'post',
    path: '/provider-workspace/me/upload-intents/{id}/retry',
    summary: 'Retry an upload intent',
    description:
      'Creates a new upload session. The intent keeps its id, and `attemptCount` increases by one. An intent whose session has expired can be retried too.',
    access: 'provider.evidence.manage',
    scope: 'workspace',
    limit: 'upload-session',
    params: UploadIntentId,
    responds: { status: 200, body: UploadIntent },
    problems: ['not-found', 'upload-state', 'state-conflict', 'consent-required'],
  },
  async (input, app) => {
    const { actor, providerId, params, idempotency } = input;
    const owner = { providerId, userId: actor.userId };
    const seen = await findOwnIntent(app.db, owner, params.id);
    if (!seen) throw notFound();
    const contract = {
      caseId: seen.case_id,
      requirementKey: seen.requirement_key,
      clientIntentKey: seen.client_intent_key,
    };
    const session = await newSession(app);

    return app.db.transact((trx) =>
      once(trx, idempotency, async () => {
        const context = await lockUploadContext(trx, { owner, contract, now: app.now() });
        const locked = await lockOwnIntent(trx, owner, params.id);
        if (!locked) throw notFound();
        if (locked.case_refusal)
          throw new Problem('upload-state', undefined, { errors: [{ field: 'id', code: 'refused_by_case' }] });
        if (intentStateNow(locked, app.now()) !== 'retryable') {
          throw conflict(
            {
              en: 'Only an interrupted or expired upload can be retried. Read the intent: send its parts while it is open, or report it with `PUT …/interrupted` first.',
              fr: 'Seul un téléversement interrompu ou expiré peut être relancé. Relisez l’intention, puis envoyez ses parties tant qu’elle est ouverte ou signalez-la d’abord avec `PUT …/interrupted`.',
            },
            'upload-state',
          );
        }
        const intent = await renewSession(trx, app, input, {
          owner,
          context,
          locked,
          session,
        });
        return reply(await intentResponse(app, intent, input.request), { status: 200 });
      }),
    );
  },
);
