import { reply } from '@trust/service-kit/http/reply';
import { notFound } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { route } from '../../app.ts';
import { isOperatorFor } from '../../provider-record/is-operator-for.ts';
import { announcementOfRead } from '../../provider-record/moderation/announcement-of-read.ts';
import { findRequests } from '../../provider-record/moderation/queries.ts';
import { sideOf } from '../enquiries/side-of.ts';
import { moderationRound } from '../moderation/schema.ts';
import { findResponse, findResponseFlagReasons } from './queries.ts';
import { responseBody } from './response-view.ts';
import { ModeratedReviewResponse } from './schema.ts';

const nobody = '00000000-0000-0000-0000-000000000000';

export const getReviewResponse = route(
  {
    method: 'get',
    path: '/review-responses/{responseId}',
    summary: 'Get a response to a review with its moderation',
    description:
      'For representatives with `provider.enquiries.manage` in the selected workspace, and for operators with `reviews.moderate` who do not represent the provider and are not its customers.',
    access: 'session',
    permissions: ['provider.enquiries.manage', 'reviews.moderate'],
    params: z.object({ responseId: z.uuid().describe('Identifier of the response.') }),
    responds: { status: 200, body: ModeratedReviewResponse },
    problems: ['ambiguous-assignment', 'forbidden', 'not-found'],
  },
  ({ params, actor }, app) =>
    app.db.transact(async (trx) => {
      const row = await findResponse(trx, params.responseId);
      if (!row) throw notFound();
      const of = { permission: 'reviews.moderate', providerId: row.provider_id, at: app.now() } as const;
      const decides = await isOperatorFor(trx, actor, of);
      if (!decides) await sideOf(trx, actor, { customer_id: nobody, provider_id: row.provider_id });
      const onSent = decides
        ? await announcementOfRead(trx, app, { subjectId: row.id, readerId: actor.userId })
        : undefined;
      const body = {
        response: responseBody(row, row),
        flagReasons: await findResponseFlagReasons(trx, row.id),
        moderations: (await findRequests(trx, row.id)).map(moderationRound),
      };
      return reply(body, { onSent });
    }),
);
