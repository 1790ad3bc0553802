import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { contactPointsChanged } from '@trust/contracts/events/identity';
import { person } from '@trust/service-testing/actors';
import type { Owner } from './make.ts';
import type { ProviderService } from './service.ts';

export const enquiryContact = { channel: 'email', identifier: 'Lea@Example.org', name: 'Léa', consent: true };

export async function enquire(service: ProviderService, publicProviderId: string, actor: Actor, body: object = {}) {
  await verifyContact(service, actor);
  return service.post('/enquiries', {
    actor,
    headers: { 'idempotency-key': randomUUID() },
    body: {
      publicProviderId,
      categoryKey: 'electrician',
      message: 'Two sockets in the kitchen give no power.',
      contact: enquiryContact,
      ...body,
    },
  });
}

/** As identity announces it: the person has these verified contact points, and no others. By default all write the same, but share no mailbox. */
export function verifyContact(service: ProviderService, { userId }: Actor, own?: string[]) {
  const identifiers = own ?? ['lea@example.org'];
  return service.deliver(contactPointsChanged, {
    userId,
    hashes: identifiers.map((identifier) =>
      service.app.contactHash(userId, identifier.includes('@') ? 'email' : 'sms', identifier),
    ),
    mailboxes: (own ?? [`${userId}@example.org`]).map((identifier) =>
      service.app.contactHash.ofMailbox(identifier.includes('@') ? 'email' : 'sms', identifier),
    ),
    occurredAt: service.clock.now.toISOString(),
  });
}

export function answer(service: ProviderService, actor: Actor, enquiryId: string, verb: string, body?: object) {
  return service.post(`/enquiries/${enquiryId}/${verb}`, { actor, ...(body && { body }) });
}

export async function makeEnquiry(
  service: ProviderService,
  { publicId }: Pick<Owner, 'publicId'>,
  customer = person(),
) {
  const sent = await enquire(service, publicId, customer);
  if (sent.status !== 201) throw new Error(JSON.stringify(sent.body));
  return { customer, id: sent.body.id as string };
}

/** Returns an interaction whose contact is handed over. */
export async function makeInteraction(service: ProviderService, owner: Owner, customer = person()) {
  const enquiry = await makeEnquiry(service, owner, customer);
  await answer(service, owner.actor, enquiry.id, 'accept');
  const { body } = await answer(service, owner.actor, enquiry.id, 'contact-handoff');
  if (!body.interaction) throw new Error(JSON.stringify(body));
  return { ...enquiry, interactionId: body.interaction.id as string };
}
