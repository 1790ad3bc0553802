import { once } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { conflict, unknownKey } from '@trust/service-kit/problems/problem';
import { audit, route } from '../../app.ts';
import { involveModerator, requestModeration } from '../../provider-record/moderation/request-moderation.ts';
import { announceReview } from '../review-record/announce-review.ts';
import { lockReview, updateReview } from '../review-record/review-row.ts';
import { ReviewParams } from '../review-record/schema.ts';
import { mayHide } from './may-hide.ts';
import { insertFlag } from './queries.ts';
import { ReviewFlag, ReviewFlagCreate } from './schema.ts';

export const createReviewFlag = route(
  {
    method: 'post',
    path: '/reviews/{reviewId}/flags',
    summary: 'Flag a review',
    description:
      'By anybody signed in, once for each review. An operator examines it. A flagged review stays, unless it is flagged as `harmful` or `illegal` for the first time by an operator who moderates, or by a customer whose interaction with the provider was recorded at least a day before the review was written. Nobody who has represented the provider hides it, nor a customer whose flag hides something that waits for a decision, or had hidden what an operator kept. One that an operator kept stays during later examinations.',
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
        const row = await lockReview(trx, input.params.reviewId);
        if (!row || (row.state !== 'published' && row.state !== 'flagged')) throw unknownKey();
        const hides =
          // A second flag must not hide what an operator kept.
          !row.was_hidden &&
          (await mayHide(trx, input.actor, reasonCode, { providerId: row.provider_id, writtenAt: row.submitted_at }));
        const flag = {
          review_id: row.id,
          flagger_id: input.actor.userId,
          reason_code: reasonCode,
          flagged_at: at,
          has_hidden: hides,
        };
        if (!(await insertFlag(trx, flag)))
          throw conflict({
            en: 'You have already flagged this review. An operator examines each flag once.',
            fr: 'Vous avez déjà signalé cet avis. Un opérateur examine chaque signalement une fois.',
          });
        const isHidden = row.is_hidden || hides;
        await updateReview(trx, row.id, { state: 'flagged', is_hidden: isHidden, was_hidden: row.was_hidden || hides });
        if (row.state === 'published') {
          await announceReview(trx, { ...row, state: 'flagged' }, at);
          await requestModeration(trx, app, {
            subject_id: row.id,
            kind: 'review',
            provider_id: row.provider_id,
            category_key: row.category_key,
            reason_code: reasonCode,
            involved: [row.author_id, input.actor.userId],
            requested_by: input.actor.userId,
          });
        } else await involveModerator(trx, row.id, input.actor);
        await audit(trx, input, {
          objectType: 'review',
          objectId: row.id,
          before: { state: row.state },
          after: { state: 'flagged', reasonCode, isHidden },
        });
        return reply({ reviewId: row.id, reasonCode, flaggedAt: at.toISOString() }, { status: 201 });
      }),
    ),
);
