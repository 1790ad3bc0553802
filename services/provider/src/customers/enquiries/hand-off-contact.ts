import { interactionRecorded } from '@trust/contracts/events/customers';
import { reply } from '@trust/service-kit/http/reply';
import { emit } from '@trust/service-kit/outbox/outbox';
import { conflict, unavailable } from '@trust/service-kit/problems/problem';
import { type App, audit, route, type Trx } from '../../app.ts';
import { isVerifiedContact } from '../../from-other-services/verified-contacts/verified-contacts.ts';
import { lockOpenProvider } from '../../provider-record/lifecycle.ts';
import { assertApart, refusingBothSides } from '../both-sides/both-sides.ts';
import { enquiryView } from './enquiry-view.ts';
import {
  type AskedOfProvider,
  assertCanBecome,
  assertHasClaim,
  assertNotStopped,
  lockOwnEnquiry,
  moveEnquiry,
  notifySide,
} from './move-enquiry.ts';
import { findConsent, insertInteraction } from './queries.ts';
import { Enquiry, EnquiryParams } from './schema.ts';

export const handOffContact = route(
  {
    method: 'post',
    path: '/enquiries/{enquiryId}/contact-handoff',
    summary: 'Get the contact of the customer',
    description:
      'Only for an `accepted` enquiry whose customer still consents and still has this contact verified in the account, while the provider offers the service and the public sees a current claim of it in the category, and not while operators suspend or withhold the provider. Records the interaction and discloses the one contact that the customer chose. The customer is notified. A repeat changes nothing and returns the contact while it is stored.',
    access: 'provider.enquiries.manage',
    scope: 'workspace',
    limit: 'profile-mutation',
    // A stored response would disclose the contact for a day after the contact is deleted.
    idempotency: 'own',
    params: EnquiryParams,
    responds: { status: 200, body: Enquiry },
    problems: ['invalid-transition', 'state-conflict', 'separation-of-duties'],
    acts: { on: 'enquiry', as: 'get_contact' },
    rule: lockAccepted,
  },
  async (input, app) => {
    const { db, now, newId, hearsEvents } = app;
    // Of the withdrawal of a consent, or the removal of a contact.
    if (!hearsEvents()) throw unavailable({ upstream: 'nats', reason: 'events not heard' }, outOfTouch, 5);
    return db.transact(async (trx) => {
      const at = now();
      const { row, consent } = await lockAccepted(input, app, trx);
      if (!consent) return reply(await enquiryView(trx, row.id, { side: 'provider', at }), { changed: false });
      const { contact_hash: _contactHash, ...consented } = consent;
      const interaction = { id: newId(), enquiry_id: row.id, provider_id: row.provider_id, ...consented };
      const parties = { customer_id: row.customer_id, category_key: row.category_key };
      // Before the contact is read: the database returns none without this row (promise P4).
      const recorded = { recorded_by: input.actor.userId, recorded_at: at };
      await refusingBothSides(insertInteraction(trx, { ...interaction, ...parties, ...recorded }));
      await moveEnquiry(trx, row, { to: 'handed_off', at });
      await emit(trx, interactionRecorded, {
        interactionId: interaction.id,
        enquiryId: row.id,
        providerId: row.provider_id,
        categoryKey: row.category_key,
        occurredAt: at.toISOString(),
      });
      await notifySide(trx, row, 'customer', 'enquiry_contact_shared');
      await audit(trx, input, {
        objectType: 'enquiry',
        objectId: row.id,
        before: { state: row.state },
        after: { state: 'handed_off', interactionId: interaction.id, policyVersion: consent.consent_version },
      });
      const view = await enquiryView(trx, row.id, { side: 'provider', at });
      // A withdrawal that arrived meanwhile deleted it: nobody is told of a contact that was not shared.
      if (!view.contact) throw conflict(withdrawn);
      return reply(view);
    });
  },
);

/** Without a consent if the contact was handed over before: a repeat shows it again. */
async function lockAccepted(asked: AskedOfProvider, { now }: App, trx: Trx) {
  const at = now();
  await lockOpenProvider(trx, asked);
  const row = await lockOwnEnquiry(trx, asked.params.enquiryId, asked.providerId);
  await assertNotStopped(trx, row, at);
  if (row.state === 'handed_off') return { row, consent: undefined };
  assertCanBecome('handed_off', row, at);
  await assertHasClaim(trx, row, at);
  const consent = await findConsent(trx, row.id);
  if (!consent?.contact_hash || !(await isVerifiedContact(trx, row.customer_id, consent.contact_hash)))
    throw conflict(withdrawn);
  await assertApart(trx, { customerId: row.customer_id, providerId: row.provider_id, since: row.sent_at });
  return { row, consent };
}

const withdrawn = {
  en: 'The customer withdrew the consent, or removed this contact from the account. Send a message, or close the enquiry.',
  fr: 'Le client a retiré son accord, ou ces coordonnées de son compte. Envoyez un message ou fermez la demande.',
};

const outOfTouch = {
  en: 'Nobody can tell at the moment whether the customer still consents. Try again in a few seconds.',
  fr: 'Impossible de savoir pour le moment si le client est toujours d’accord. Réessayez dans quelques secondes.',
};
