import { onceThenRead } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { conflict, notFound, Problem } from '@trust/service-kit/problems/problem';
import { audit, route, type Trx } from '../../app.ts';
import { findStopInCategory } from '../../from-other-services/publication/is-stopped.ts';
import { requestModeration } from '../../provider-record/moderation/request-moderation.ts';
import { refusingBothSides } from '../both-sides/both-sides.ts';
import { findInteraction } from '../enquiries/queries.ts';
import { InteractionParams } from '../enquiries/schema.ts';
import { sideOf } from '../enquiries/side-of.ts';
import { opinionPeriodEndsAt } from '../moderation/opinion-period.ts';
import { announceDispute, notifyOfDispute, otherSide, ownDispute } from './dispute-view.ts';
import {
  countDisputes,
  type DisputeRow,
  type Finding,
  findEarlierFindings,
  insertDispute,
  insertStatement,
  updateDispute,
} from './queries.ts';
import { Dispute, DisputeCreate } from './schema.ts';

const responseDays = 14;
/** Withdrawn ones count: each reaches the other side unread. */
const maxOfSide = 2;

export const createDispute = route(
  {
    method: 'post',
    path: '/interactions/{interactionId}/disputes',
    summary: 'Open a dispute',
    description: `By either side of an interaction within 12 months, one open at a time and ${maxOfSide} by each side. A provider that operators stopped opens none. What was decided for a reason is appealed, and not opened again for it by either side: the problem names it as \`existingId\`. A dispute for another reason is decided by another operator. The other side has ${responseDays} days to make a statement; then an operator decides.`,
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
          await assertMayOpen(trx, row, interaction.recorded_at, at);
          const decided = await findEarlierFindings(trx, row);
          assertNotDecided(decided, reasonCode);
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
            earlier_subjects: decided.map(({ id }) => id),
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

/** An end is an end: only the appeal changes it (docs/domain/reviews-and-disputes.md 25). */
function assertNotDecided(decided: Finding[], reasonCode: string): void {
  const existingId = decided.find((one) => one.reason_code === reasonCode)?.id;
  if (existingId) throw new Problem('state-conflict', decidedAlready, { existingId });
}

const decidedAlready = {
  en: 'Operators have decided a dispute about this interaction for this reason. Read the dispute `existingId`, and appeal it in time if you lost.',
  fr: 'Un litige sur cette mise en relation a déjà été tranché pour ce motif. Consultez le litige `existingId` et, s’il vous est défavorable, formez un recours à temps.',
};

/** A dispute is a message to somebody who may have ended the contact (docs/domain/reviews-and-disputes.md 29). */
async function assertMayOpen(trx: Trx, row: DisputeRow, recordedAt: Date, at: Date): Promise<void> {
  if (at >= opinionPeriodEndsAt(recordedAt))
    throw conflict({
      en: 'The interaction is more than 12 months ago. No dispute can be opened about it.',
      fr: 'La mise en relation date de plus de 12 mois. Elle ne peut plus faire l’objet d’un litige.',
    });
  if ((await countDisputes(trx, row)) > maxOfSide)
    throw conflict({
      en: `Your side has opened ${maxOfSide} disputes about this interaction and can open no more.`,
      fr: `Votre partie a déjà ouvert ${maxOfSide} litiges sur cette mise en relation et ne peut plus en ouvrir.`,
    });
  const stop = row.opened_by === 'provider' ? await findStopInCategory(trx, row, at) : undefined;
  if (stop) throw conflict(stopped[stop]);
}

const stopped = {
  operators: {
    en: 'Operators have suspended or hidden the provider. Answer disputes of the customer, and open your own when that ends.',
    fr: 'Les opérateurs ont suspendu ou masqué le prestataire. Répondez aux litiges du client, et ouvrez les vôtres à la fin de cette mesure.',
  },
  missing_claim: {
    en: 'The public does not see this service, because a claim is missing. `hidden` of the service in your workspace says which. Answer disputes of the customer, and open your own once the service is shown again.',
    fr: 'Le public ne voit pas ce service, car une attestation manque. Dans votre espace, `hidden` du service indique laquelle. Répondez aux litiges du client, et ouvrez les vôtres quand le service est de nouveau visible.',
  },
};
