import { onceThenRead } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { conflict, Problem } from '@trust/service-kit/problems/problem';
import { audit, route } from '../../app.ts';
import { withdrawRequest } from '../../provider-record/moderation/request-moderation.ts';
import { announceDispute, lockOwnDispute, notifyOfDispute, otherSide, ownDispute } from './dispute-view.ts';
import { updateDispute } from './queries.ts';
import { Dispute, DisputeParams } from './schema.ts';
import { transitions } from './states.ts';

export const withdrawDispute = route(
  {
    method: 'post',
    path: '/disputes/{disputeId}/withdraw',
    summary: 'Withdraw a dispute',
    description: 'By the side that opened it, until it is decided.',
    access: 'session',
    permissions: ['provider.enquiries.manage'],
    limit: 'profile-mutation',
    repeat: 'read',
    params: DisputeParams,
    responds: { status: 200, body: Dispute },
    problems: ['ambiguous-assignment', 'forbidden', 'not-found', 'invalid-transition', 'state-conflict'],
  },
  (input, app) =>
    app.db.transact((trx) =>
      onceThenRead(
        trx,
        input.idempotency,
        async () => {
          const at = app.now();
          const { row, side } = await lockOwnDispute(trx, input.actor, input.params.disputeId);
          if (!transitions[row.state].includes('withdrawn'))
            throw new Problem('invalid-transition', {
              en: `The dispute is \`${row.state}\`. Only one that is not decided can be withdrawn.`,
              fr: `Le litige est dans l’état \`${row.state}\`. Seul un litige qui n’est pas tranché peut être retiré.`,
            });
          if (side !== row.opened_by)
            throw conflict({
              en: 'Only the side that opened the dispute can withdraw it, until it is decided.',
              fr: 'Seule la partie qui a ouvert le litige peut le retirer, tant qu’il n’est pas tranché.',
            });
          await updateDispute(trx, row.id, { state: 'withdrawn', ended_at: at });
          await withdrawRequest(trx, row.id, at);
          await announceDispute(trx, { ...row, state: 'withdrawn' }, at);
          await notifyOfDispute(trx, row, otherSide(side), 'dispute_withdrawn');
          await audit(trx, input, {
            objectType: 'dispute',
            objectId: row.id,
            before: { state: row.state },
            after: { state: 'withdrawn' },
          });
          return reply(row.id);
        },
        (id) => ownDispute(trx, input.actor, id, app.now()),
      ),
    ),
);
