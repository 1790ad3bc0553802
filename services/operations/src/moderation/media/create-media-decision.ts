import { once } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { notFound, Problem } from '@trust/service-kit/problems/problem';
import { audit, route } from '../../app.ts';
import { ownProviders } from '../../own-providers.ts';
import { assertReasonFits, recordDecision } from '../decide.ts';
import { moderationView } from '../moderation-view.ts';
import { lockLast } from '../queries.ts';
import { isApproved, reopen } from '../reopen.ts';
import { Moderation } from '../schema.ts';
import { MediaDecisionCreate, MediaParams } from './schema.ts';

export const createMediaDecision = route(
  {
    method: 'post',
    path: '/operations/media/{mediaId}/decisions',
    summary: 'Decide about an image for a public profile',
    description:
      '`approved` publishes it; its only reason code is `complies`. `rejected` removes it, also when it was approved before. Not for representatives of the provider (404), nor for the person who uploaded it.',
    access: 'reviews.moderate',
    stepUp: true,
    idempotency: 'required',
    limit: 'privileged-operation',
    params: MediaParams,
    body: MediaDecisionCreate,
    responds: { status: 201, body: Moderation, location: '/operations/media/{mediaId}' },
    problems: ['not-found', 'content-not-read', 'separation-of-duties', 'invalid-transition'],
  },
  async (input, app) => {
    const { actor, params, body, idempotency } = input;
    const { outcome, reasonCode, reason } = body;
    assertReasonFits(body);
    const scope = { kind: 'media' as const, ownProviders: ownProviders(actor) };
    return app.db.transact((trx) =>
      once(trx, idempotency, async () => {
        const at = app.now();
        const last = await lockLast(trx, params.mediaId, scope);
        if (!last) throw notFound();
        const row = outcome === 'rejected' && isApproved(last) ? await reopen(trx, app, last, at) : last;
        if (row.state !== 'open') throw nothingToDecide();
        const decided = await recordDecision(trx, row, { ...body, deciderId: actor.userId, at });
        await audit(trx, input, {
          objectType: 'public_media',
          objectId: params.mediaId,
          reason,
          before: { state: last.outcome ?? last.state },
          after: { state: 'decided', outcome, reasonCode, round: decided.round },
        });
        return reply(moderationView(decided, at), { status: 201 });
      }),
    );
  },
);

function nothingToDecide(): Problem {
  return new Problem('invalid-transition', {
    en: 'The image is decided or withdrawn. Only an approved image can be decided again, to reject it.',
    fr: 'L’image a fait l’objet d’une décision ou a été retirée. Seule une image approuvée peut être de nouveau décidée, pour la rejeter.',
  });
}
