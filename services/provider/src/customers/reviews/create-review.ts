import { onceThenRead } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { conflict, notFound, Problem } from '@trust/service-kit/problems/problem';
import { audit, route } from '../../app.ts';
import { requestModeration } from '../../provider-record/moderation/request-moderation.ts';
import { refusingBothSides } from '../both-sides/both-sides.ts';
import { findInteraction } from '../enquiries/queries.ts';
import { InteractionParams } from '../enquiries/schema.ts';
import { opinionPeriodEndsAt } from '../moderation/opinion-period.ts';
import { announceReview } from '../review-record/announce-review.ts';
import { findReviewIdOf, insertReview } from './queries.ts';
import { reviewView } from './review-view.ts';
import { Review, ReviewCreate } from './schema.ts';

const reviewedAlready = {
  en: 'You have already reviewed this interaction. Read your review `existingId` for its state.',
  fr: 'Vous avez déjà donné un avis sur cette mise en relation. Consultez l’avis `existingId` pour connaître son état.',
};

export const createReview = route(
  {
    method: 'post',
    path: '/interactions/{interactionId}/reviews',
    summary: 'Write a review',
    description:
      'Of an own interaction of the last 12 months, one for each: the problem of a second one names the first as `existingId`. Not for who represents the provider or ever did. An operator reads it before it is published. It is an opinion: it changes no claim and no order of search results.',
    access: 'session',
    limit: 'review',
    repeat: 'read',
    params: InteractionParams,
    body: ReviewCreate,
    responds: { status: 201, body: Review, location: '/reviews/{id}' },
    problems: ['not-found', 'state-conflict', 'separation-of-duties'],
  },
  (input, app) =>
    app.db.transact((trx) =>
      onceThenRead(
        trx,
        input.idempotency,
        async () => {
          const at = app.now();
          const interaction = await findInteraction(trx, input.params.interactionId);
          if (interaction?.customer_id !== input.actor.userId) throw notFound();
          if (at >= opinionPeriodEndsAt(interaction.recorded_at))
            throw conflict({
              en: 'The interaction is more than 12 months ago. It can no longer be reviewed.',
              fr: 'La mise en relation date de plus de 12 mois. Elle ne peut plus faire l’objet d’un avis.',
            });
          const inserted = insertReview(trx, {
            interaction_id: interaction.id,
            author_id: input.actor.userId,
            provider_id: interaction.provider_id,
            category_key: interaction.category_key,
            is_recommended: input.body.isRecommended,
            text: input.body.text,
            submitted_at: at,
          });
          const row = await refusingBothSides(inserted);
          if (!row)
            throw new Problem('state-conflict', reviewedAlready, {
              existingId: await findReviewIdOf(trx, interaction.id),
            });
          await announceReview(trx, row, at);
          await requestModeration(trx, app, {
            subject_id: row.id,
            kind: 'review',
            provider_id: row.provider_id,
            category_key: row.category_key,
            reason_code: 'pending',
            involved: [row.author_id],
            requested_by: row.author_id,
          });
          await audit(trx, input, {
            objectType: 'review',
            objectId: row.id,
            after: { state: row.state, interactionId: interaction.id },
          });
          return reply(row.id, { status: 201 });
        },
        (id) => reviewView(trx, id, 'author'),
      ),
    ),
);
