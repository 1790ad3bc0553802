import { onceThenRead } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { notFound, Problem } from '@trust/service-kit/problems/problem';
import { audit, route } from '../../app.ts';
import { findRequests } from '../../provider-record/moderation/queries.ts';
import { requestModeration } from '../../provider-record/moderation/request-moderation.ts';
import { assertApart } from '../both-sides/both-sides.ts';
import { sideOf } from '../enquiries/side-of.ts';
import { appealDays } from '../moderation/appeal-days.ts';
import { lockReview } from '../review-record/review-row.ts';
import { ReviewParams } from '../review-record/schema.ts';
import { ownReview } from './review-view.ts';
import { Review, ReviewAppealCreate } from './schema.ts';

export const createReviewAppeal = route(
  {
    method: 'post',
    path: '/reviews/{reviewId}/appeals',
    summary: 'Appeal the moderation of a review',
    description: `One appeal for each review, within ${appealDays} days of the decision: its author if it was rejected or removed, the provider if it was published or kept. Another operator decides.`,
    access: 'session',
    permissions: ['provider.enquiries.manage'],
    limit: 'opinion-appeal',
    repeat: 'read',
    params: ReviewParams,
    body: ReviewAppealCreate,
    responds: { status: 201, body: Review, location: '/reviews/{id}' },
    problems: [
      'ambiguous-assignment',
      'forbidden',
      'not-found',
      'invalid-transition',
      'state-conflict',
      'separation-of-duties',
    ],
  },
  (input, app) =>
    app.db.transact((trx) =>
      onceThenRead(
        trx,
        input.idempotency,
        async () => {
          const row = await lockReview(trx, input.params.reviewId);
          const side = await sideOf(
            trx,
            input.actor,
            row && { customer_id: row.author_id, provider_id: row.provider_id },
          );
          if (!row || (side === 'provider' && (row.published_at === null || row.text === null))) throw notFound();
          await assertApart(trx, { customerId: row.author_id, providerId: row.provider_id });
          const last = (await findRequests(trx, row.id)).at(-1);
          const isRefused = row.state === 'removed' || row.state === 'rejected';
          const isAgainst = side === 'customer' ? isRefused : row.state === 'published';
          const until = last?.ended_at ? last.ended_at.getTime() + appealDays * 86_400_000 : 0;
          if (!isAgainst || last?.state !== 'decided' || app.now().getTime() >= until)
            throw new Problem('invalid-transition', {
              en: `There is no decision against you that can be appealed. Appeal within ${appealDays} days of the decision.`,
              fr: `Aucune décision rendue contre vous n’est susceptible de recours. Le délai est de ${appealDays} jours après la décision.`,
            });
          await requestModeration(trx, app, {
            subject_id: row.id,
            kind: 'review',
            provider_id: row.provider_id,
            category_key: row.category_key,
            reason_code: 'appeal',
            involved: [row.author_id, input.actor.userId],
            requested_by: input.actor.userId,
            is_appeal: true,
            statement: input.body.statement,
          });
          await audit(trx, input, { objectType: 'review', objectId: row.id, after: { appealBy: side } });
          return reply(row.id, { status: 201 });
        },
        (id) => ownReview(trx, input.actor, id),
      ),
    ),
);
