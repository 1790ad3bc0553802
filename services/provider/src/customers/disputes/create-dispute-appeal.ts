import { onceThenRead } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { Problem } from '@trust/service-kit/problems/problem';
import { audit, route } from '../../app.ts';
import { requestModeration } from '../../provider-record/moderation/request-moderation.ts';
import { assertApart } from '../both-sides/both-sides.ts';
import { appealDays } from '../moderation/appeal-days.ts';
import { lockOwnDispute, ownDispute } from './dispute-view.ts';
import { Dispute, DisputeAppealCreate, DisputeParams } from './schema.ts';

export const createDisputeAppeal = route(
  {
    method: 'post',
    path: '/disputes/{disputeId}/appeals',
    summary: 'Appeal the decision of a dispute',
    description: `One appeal for each dispute, within ${appealDays} days of the decision, by the side that lost, or by either side if the outcome is \`no_finding\`. Another operator decides.`,
    access: 'session',
    permissions: ['provider.enquiries.manage'],
    limit: 'opinion-appeal',
    repeat: 'read',
    params: DisputeParams,
    body: DisputeAppealCreate,
    responds: { status: 201, body: Dispute, location: '/disputes/{id}' },
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
          const at = app.now();
          const { row, side } = await lockOwnDispute(trx, input.actor, input.params.disputeId);
          const { customer_id: customerId, provider_id: providerId, interaction_id: interactionId } = row;
          await assertApart(trx, { customerId, providerId, interactionId });
          const until = (row.ended_at?.getTime() ?? 0) + appealDays * 86_400_000;
          const isWon = row.outcome === `for_${side}`;
          if (row.state !== 'resolved' || isWon || at.getTime() >= until)
            throw new Problem('invalid-transition', {
              en: `There is no decision against you that can be appealed. Appeal within ${appealDays} days of the decision.`,
              fr: `Aucune décision rendue contre vous n’est susceptible de recours. Le délai est de ${appealDays} jours après la décision.`,
            });
          await requestModeration(trx, app, {
            subject_id: row.id,
            kind: 'dispute',
            is_appeal: true,
            reason_code: 'appeal',
            provider_id: row.provider_id,
            category_key: row.category_key,
            statement: input.body.statement,
            involved: [row.customer_id, input.actor.userId],
            requested_by: input.actor.userId,
          });
          await audit(trx, input, { objectType: 'dispute', objectId: row.id, after: { appealBy: side } });
          return reply(row.id, { status: 201 });
        },
        (id) => ownDispute(trx, input.actor, id, app.now()),
      ),
    ),
);
