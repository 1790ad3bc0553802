import { reply } from '@trust/service-kit/http/reply';
import { notFound } from '@trust/service-kit/problems/problem';
import { route } from '../../app.ts';
import { isOperatorFor } from '../../provider-record/is-operator-for.ts';
import { announcementOfRead } from '../../provider-record/moderation/announcement-of-read.ts';
import { sideOf } from '../enquiries/side-of.ts';
import { disputeView } from './dispute-view.ts';
import { findDispute } from './queries.ts';
import { Dispute, DisputeParams } from './schema.ts';

export const getDispute = route(
  {
    method: 'get',
    path: '/disputes/{disputeId}',
    summary: 'Get a dispute',
    description:
      'For its customer, for representatives with `provider.enquiries.manage` in the selected workspace, and for operators with `operations.disputes.manage` who do not represent the provider and are not its customers.',
    access: 'session',
    permissions: ['provider.enquiries.manage', 'operations.disputes.manage'],
    params: DisputeParams,
    responds: { status: 200, body: Dispute },
    problems: ['ambiguous-assignment', 'forbidden', 'not-found'],
  },
  ({ params, actor }, app) =>
    app.db.transact(async (trx) => {
      const row = await findDispute(trx, params.disputeId);
      if (!row) throw notFound();
      const of = { permission: 'operations.disputes.manage', providerId: row.provider_id, at: app.now() } as const;
      const decides = await isOperatorFor(trx, actor, of);
      if (!decides) await sideOf(trx, actor, row);
      const onSent = decides
        ? await announcementOfRead(trx, app, { subjectId: row.id, readerId: actor.userId })
        : undefined;
      return reply(await disputeView(trx, row.id, app.now()), { onSent });
    }),
);
