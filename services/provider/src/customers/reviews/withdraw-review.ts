import { onceThenRead } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { notFound, Problem } from '@trust/service-kit/problems/problem';
import { audit, route } from '../../app.ts';
import { lockReview } from '../review-record/review-row.ts';
import { ReviewParams } from '../review-record/schema.ts';
import { transitions } from '../review-record/states.ts';
import { endReview } from './end-review.ts';
import { reviewView } from './review-view.ts';
import { Review } from './schema.ts';

export const withdrawReview = route(
  {
    method: 'post',
    path: '/reviews/{reviewId}/withdraw',
    summary: 'Withdraw a review',
    description:
      'By its author, before its publication and after. It is shown no more, to the public or to the provider, and operators no longer examine it or its response. Final: the interaction cannot be reviewed again.',
    access: 'session',
    limit: 'profile-mutation',
    repeat: 'read',
    params: ReviewParams,
    responds: { status: 200, body: Review },
    problems: ['not-found', 'invalid-transition'],
  },
  (input, app) =>
    app.db.transact((trx) =>
      onceThenRead(
        trx,
        input.idempotency,
        async () => {
          const at = app.now();
          const row = await lockReview(trx, input.params.reviewId);
          if (row?.author_id !== input.actor.userId) throw notFound();
          if (!transitions[row.state].includes('withdrawn'))
            throw new Problem('invalid-transition', {
              en: `The review is \`${row.state}\`. Only one that waits for an operator or is shown can be withdrawn.`,
              fr: `L’avis est dans l’état \`${row.state}\`. Seul un avis en attente ou publié peut être retiré par son auteur.`,
            });
          await endReview(trx, row, at);
          await audit(trx, input, {
            objectType: 'review',
            objectId: row.id,
            before: { state: row.state },
            after: { state: 'withdrawn' },
          });
          return reply(row.id);
        },
        (id) => reviewView(trx, id, 'author'),
      ),
    ),
);
