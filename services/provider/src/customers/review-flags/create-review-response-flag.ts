import { once } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { conflict, unknownKey } from '@trust/service-kit/problems/problem';
import { audit, route } from '../../app.ts';
import { involveModerator, requestModeration } from '../../provider-record/moderation/request-moderation.ts';
import { lockReview } from '../review-record/review-row.ts';
import { ReviewParams } from '../review-record/schema.ts';
import { lockResponse, updateResponse } from '../review-responses/queries.ts';
import { mayHide } from './may-hide.ts';
import { insertResponseFlag } from './queries.ts';
import { ReviewFlag, ReviewFlagCreate } from './schema.ts';

export const createReviewResponseFlag = route(
  {
    method: 'post',
    path: '/reviews/{reviewId}/response/flags',
    summary: 'Flag the response to a review',
    description:
      'By anybody signed in, once for each response. An operator examines it. A flagged response stays, unless it is flagged as `harmful` or `illegal` for the first time by somebody whose flag hides a review written at the same time: one that an operator kept stays during later examinations.',
    access: 'session',
    limit: 'review',
    params: ReviewParams,
    body: ReviewFlagCreate,
    responds: { status: 201, body: ReviewFlag, location: '/reviews/{reviewId}' },
    problems: ['not-found', 'state-conflict'],
  },
  (input, app) =>
    app.db.transact((trx) =>
      once(trx, input.idempotency, async () => {
        const at = app.now();
        const { reasonCode } = input.body;
        const review = await lockReview(trx, input.params.reviewId);
        const isShown = review?.state === 'published' || review?.state === 'flagged';
        const response = isShown ? await lockResponse(trx, review.id) : undefined;
        if (!review || !response || (response.state !== 'published' && response.state !== 'flagged'))
          throw unknownKey();
        const place = { providerId: review.provider_id, writtenAt: response.responded_at };
        const hides = !response.was_hidden && (await mayHide(trx, input.actor, reasonCode, place));
        const flag = { response_id: response.id, flagger_id: input.actor.userId, reason_code: reasonCode };
        if (!(await insertResponseFlag(trx, { ...flag, flagged_at: at, has_hidden: hides })))
          throw conflict({
            en: 'You have already flagged this response. An operator examines each flag once.',
            fr: 'Vous avez déjà signalé cette réponse. Un opérateur examine chaque signalement une fois.',
          });
        const isHidden = response.is_hidden || hides;
        await updateResponse(trx, response.id, {
          state: 'flagged',
          is_hidden: isHidden,
          was_hidden: response.was_hidden || hides,
        });
        if (response.state === 'published')
          await requestModeration(trx, app, {
            subject_id: response.id,
            kind: 'review_response',
            provider_id: review.provider_id,
            category_key: review.category_key,
            reason_code: reasonCode,
            involved: [...new Set([response.author_id, review.author_id, input.actor.userId])],
            requested_by: input.actor.userId,
          });
        else await involveModerator(trx, response.id, input.actor);
        await audit(trx, input, {
          objectType: 'review_response',
          objectId: response.id,
          before: { state: response.state },
          after: { state: 'flagged', reasonCode, isHidden },
        });
        return reply({ reviewId: review.id, reasonCode, flaggedAt: at.toISOString() }, { status: 201 });
      }),
    ),
);
