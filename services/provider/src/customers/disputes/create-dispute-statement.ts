import { onceThenRead } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { conflict, Problem } from '@trust/service-kit/problems/problem';
import { audit, route } from '../../app.ts';
import { reviseContent } from '../../provider-record/moderation/request-moderation.ts';
import { announceDispute, lockOwnDispute, notifyOfDispute, otherSide, ownDispute } from './dispute-view.ts';
import { insertStatement, maxStatements, updateDispute } from './queries.ts';
import { Dispute, DisputeParams, DisputeStatementCreate } from './schema.ts';
import { stateAt, transitions } from './states.ts';

export const createDisputeStatement = route(
  {
    method: 'post',
    path: '/disputes/{disputeId}/statements',
    summary: 'Make a statement in a dispute',
    description: `By either side until it is decided, at most ${maxStatements} by each side. The first one of the other side ends the wait for it.`,
    access: 'session',
    permissions: ['provider.enquiries.manage'],
    limit: 'profile-mutation',
    repeat: 'read',
    params: DisputeParams,
    body: DisputeStatementCreate,
    responds: { status: 201, body: Dispute, location: '/disputes/{id}' },
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
          const author = { side, author_id: input.actor.userId };
          const isOver = transitions[stateAt(row, at)].length === 0;
          const text = { text: input.body.text, made_at: at };
          if (isOver)
            throw new Problem('invalid-transition', {
              en: 'The dispute has ended. Read it again.',
              fr: 'Le litige est terminé. Relisez-le.',
            });
          if (!(await insertStatement(trx, { dispute_id: row.id, ...author, ...text })))
            throw conflict({
              en: `Your side has made ${maxStatements} statements. An operator decides on what both sides have said.`,
              fr: `Votre partie a déjà fait ${maxStatements} déclarations. Un opérateur tranche d’après ce que les deux parties ont dit.`,
            });
          const isResponse = row.state === 'awaiting_response' && side !== row.opened_by;
          if (isResponse) {
            await updateDispute(trx, row.id, { state: 'under_review' });
            await announceDispute(trx, { ...row, state: 'under_review' }, at);
          }
          await reviseContent(trx, row.id, isResponse ? at : undefined);
          await notifyOfDispute(trx, row, otherSide(side), 'dispute_statement');
          await audit(trx, input, { objectType: 'dispute', objectId: row.id, after: { statementBy: side } });
          return reply(row.id, { status: 201 });
        },
        (id) => ownDispute(trx, input.actor, id, app.now()),
      ),
    ),
);
