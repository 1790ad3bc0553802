import { reply } from '@trust/service-kit/http/reply';
import { notFound } from '@trust/service-kit/problems/problem';
import { route } from '../../app.ts';
import { isOperatorFor } from '../../provider-record/is-operator-for.ts';
import { announcementOfRead } from '../../provider-record/moderation/announcement-of-read.ts';
import { ReviewParams } from '../review-record/schema.ts';
import { findReview } from './queries.ts';
import { ownReview, reviewView } from './review-view.ts';
import { Review } from './schema.ts';

export const getReview = route(
  {
    method: 'get',
    path: '/reviews/{reviewId}',
    summary: 'Get a review with its moderation',
    description:
      'For its author, for representatives with `provider.enquiries.manage` in the selected workspace once it was published and unless its author withdrew it, and for operators with `reviews.moderate` who do not represent the provider and are not its customers. Representatives read days instead of times, and no interaction.',
    access: 'session',
    permissions: ['provider.enquiries.manage', 'reviews.moderate'],
    params: ReviewParams,
    responds: { status: 200, body: Review },
    problems: ['ambiguous-assignment', 'forbidden', 'not-found'],
  },
  ({ params, actor }, app) =>
    app.db.transact(async (trx) => {
      const row = await findReview(trx, params.reviewId);
      if (!row) throw notFound();
      const of = { permission: 'reviews.moderate', providerId: row.provider_id, at: app.now() } as const;
      if (await isOperatorFor(trx, actor, of)) {
        const onSent = await announcementOfRead(trx, app, { subjectId: row.id, readerId: actor.userId });
        return reply(await reviewView(trx, row.id, 'operator'), { onSent });
      }
      return ownReview(trx, actor, row.id);
    }),
);
