import { onceThenRead } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { conflict, notFound } from '@trust/service-kit/problems/problem';
import { audit, route } from '../../app.ts';
import { requestModeration } from '../../provider-record/moderation/request-moderation.ts';
import { refusingBothSides } from '../both-sides/both-sides.ts';
import { findInteraction } from '../enquiries/queries.ts';
import { InteractionParams } from '../enquiries/schema.ts';
import { sideOf } from '../enquiries/side-of.ts';
import { announceDispute, notifyOfDispute, otherSide, ownDispute } from './dispute-view.ts';
import { insertDispute, insertStatement, updateDispute } from './queries.ts';
import { Dispute, DisputeCreate } from './schema.ts';

const responseDays = 14;

export const createDispute = route(
  {
    method: 'post',
    path: '/interactions/{interactionId}/disputes',
    summary: 'Open a dispute',
    description: `By either side of an interaction, one open at a time. The other side has ${responseDays} days to make a statement; then an operator decides.`,
    access: 'session',
    permissions: ['provider.enquiries.manage'],
    limit: 'report',
    repeat: 'read',
    params: InteractionParams,
    body: DisputeCreate,
    responds: { status: 201, body: Dispute, location: '/disputes/{id}' },
    problems: ['ambiguous-assignment', 'forbidden', 'not-found', 'state-conflict', 'separation-of-duties'],
  },
  (input, app) =>
    app.db.transact((trx) =>
      onceThenRead(
        trx,
        input.idempotency,
        async () => {
          const at = app.now();
          const { reasonCode, statement } = input.body;
          const interaction = await findInteraction(trx, input.params.interactionId);
          const side = await sideOf(trx, input.actor, interaction);
          if (!interaction) throw notFound();
          const dueAt = new Date(at.getTime() + responseDays * 86_400_000);
          const { customer_id, provider_id, category_key } = interaction;
          const inserted = insertDispute(trx, {
            id: app.newId(),
            interaction_id: interaction.id,
            customer_id,
            provider_id,
            category_key,
            opened_by: side,
            reason_code: reasonCode,
            opened_at: at,
            response_due_at: dueAt,
          });
          const row = await refusingBothSides(inserted);
          if (!row)
            throw conflict({
              en: 'This interaction already has an open dispute. Continue with it.',
              fr: 'Cette mise en relation fait déjà l’objet d’un litige ouvert. Poursuivez-le.',
            });
          const author = { side, author_id: input.actor.userId };
          await insertStatement(trx, { dispute_id: row.id, ...author, text: statement, made_at: at });
          await updateDispute(trx, row.id, { state: 'awaiting_response' });
          await announceDispute(trx, { ...row, state: 'awaiting_response' }, at);
          await notifyOfDispute(trx, row, otherSide(side), 'dispute_opened');
          await requestModeration(trx, app, {
            subject_id: row.id,
            kind: 'dispute',
            provider_id,
            category_key,
            reason_code: reasonCode,
            involved: [customer_id, input.actor.userId],
            requested_by: input.actor.userId,
            ready_at: dueAt,
          });
          await audit(trx, input, {
            objectType: 'dispute',
            objectId: row.id,
            after: { state: 'awaiting_response', interactionId: interaction.id, reasonCode, openedBy: side },
          });
          return reply(row.id, { status: 201 });
        },
        (id) => ownDispute(trx, input.actor, id, app.now()),
      ),
    ),
);
