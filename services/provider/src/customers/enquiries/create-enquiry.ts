import { createHash } from 'node:crypto';
import { deviceHeader } from '@trust/contracts/device';
import { contactConsentGiven } from '@trust/contracts/events/customers';
import { policies } from '@trust/contracts/policies';
import { normaliseIdentifier } from '@trust/personal-data/identifier';
import { once } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { emit } from '@trust/service-kit/outbox/outbox';
import { conflict, invalid, type Problem, unknownKey } from '@trust/service-kit/problems/problem';
import { clientNetworkOf } from '@trust/service-kit/rate-limits/rate-limiting';
import type { RequestInfo } from '@trust/service-kit/request-info';
import { type App, audit, route, type Trx } from '../../app.ts';
import { findPublicProvider } from '../../directory/public-providers/find-public-provider.ts';
import { takeConsent } from '../../from-other-services/consents/withdrawals.ts';
import { takeVerifiedContact } from '../../from-other-services/verified-contacts/verified-contacts.ts';
import { shareProvider } from '../../provider-record/provider-row.ts';
import { findOfferedAvailability } from '../../registration/availability/offered-availability.ts';
import { takesWork } from '../../registration/availability/takes-work.ts';
import { isBlocked } from '../block-record/queries.ts';
import { isOwnCustomer } from '../both-sides/both-sides.ts';
import { enquiryView } from './enquiry-view.ts';
import { announceEnquiry, assertNoContact, notifySide } from './move-enquiry.ts';
import { insertContact, insertEnquiry, insertMessage } from './queries.ts';
import { DeviceHeader, Enquiry, EnquiryCreate } from './schema.ts';

const answerDays = 7;

export const createEnquiry = route(
  {
    method: 'post',
    path: '/enquiries',
    summary: 'Send an enquiry',
    description:
      'To a published provider, for a category that it offers with a current claim. The provider has 7 days to answer. The contact is a verified contact point of your account, and is disclosed only by the contact handoff, after the provider has accepted; withdraw the consent `contact-sharing` to prevent that. One open enquiry for each provider and category. The message shows no other way to reach you.',
    access: 'session',
    limit: 'enquiry',
    ownLimits: ['enquiry-device', 'enquiry-network'],
    idempotency: 'required',
    headers: DeviceHeader,
    body: EnquiryCreate,
    responds: { status: 201, body: Enquiry, location: '/enquiries/{id}' },
    problems: ['not-found', 'state-conflict', 'separation-of-duties'],
  },
  async (input, app) => {
    const { actor, body, idempotency } = input;
    const { channel, name } = body.contact;
    const identifier = normaliseIdentifier(channel, body.contact.identifier, { field: 'contact.identifier' });
    assertNoContact(body.message, 'message');
    await takeLimits(app, input.request);
    return app.db.transact((trx) =>
      once(trx, idempotency, async () => {
        const at = app.now();
        await takeConsent(trx, { personId: actor.userId, policyKey: 'contact-sharing', at });
        const contactHash = app.contactHash(actor.userId, channel, identifier);
        const isVerified = await takeVerifiedContact(trx, actor.userId, contactHash);
        const providerId = await findOpenProvider(trx, app, { ...body, customerId: actor.userId, at });
        if (!isVerified) throw invalid('contact.identifier', 'contact_not_verified');
        if (await isOwnCustomer(trx, { customerId: actor.userId, providerId })) throw ownProvider();
        const row = await insertEnquiry(trx, {
          id: app.newId(),
          customer_id: actor.userId,
          provider_id: providerId,
          category_key: body.categoryKey,
          sent_at: at,
          answer_due_at: new Date(at.getTime() + answerDays * 86_400_000),
        });
        if (!row) throw openAlready();
        const consent = { consent_version: policies['contact-sharing'].version, consented_at: at };
        const contact = { channel, identifier, name: name ?? null, contact_hash: contactHash };
        await insertContact(trx, { enquiry_id: row.id, ...contact, ...consent });
        const message = { id: app.newId(), author: 'customer', author_id: actor.userId, text: body.message };
        await insertMessage(trx, { enquiry_id: row.id, ...message, sent_at: at });
        await emit(trx, contactConsentGiven, { userId: actor.userId, providerId, occurredAt: at.toISOString() });
        await announceEnquiry(trx, row, at);
        await notifySide(trx, row, 'provider', 'enquiry_received');
        await audit(trx, input, {
          objectType: 'enquiry',
          objectId: row.id,
          after: { state: row.state, categoryKey: row.category_key, policyVersion: consent.consent_version },
        });
        return reply(await enquiryView(trx, row.id, { side: 'customer', at }), { status: 201 });
      }),
    );
  },
);

/** Without a device id only the network counts. */
async function takeLimits({ limits }: App, request: RequestInfo): Promise<void> {
  const device = request.header(deviceHeader);
  if (device) await limits.take('enquiry-device', createHash('sha256').update(device).digest('base64url'));
  await limits.take('enquiry-network', clientNetworkOf(request.ip));
}

type Asked = { publicProviderId: string; categoryKey: string; customerId: string; at: Date };

/** Waits for a provider that closes, which then is not public. The same 404 for unknown and unpublished providers and for services that are not offered (promise D2). */
async function findOpenProvider(trx: Trx, app: App, asked: Asked): Promise<string> {
  const { publicProviderId, categoryKey, customerId, at } = asked;
  await shareProvider(trx, publicProviderId);
  const provider = await findPublicProvider(trx, publicProviderId, at);
  const offered = provider && (await findOfferedAvailability(trx, provider.id, at));
  const service = offered?.find(({ category_key }) => category_key === categoryKey);
  if (!provider || !service) throw unknownKey();
  // A blocked customer learns nothing else (docs/domain/enquiry.md 33).
  if ((await isBlocked(trx, app, { providerId: provider.id, customerId, at })) || !takesWork(service))
    throw conflict({
      en: 'The provider takes no new work in this category. Search for another provider, or retry later.',
      fr: 'Le prestataire ne prend pas de nouveau travail dans cette catégorie. Cherchez-en un autre ou réessayez plus tard.',
    });
  return provider.id;
}

function ownProvider(): Problem {
  const detail = {
    en: 'You represent this provider, so you cannot send it an enquiry.',
    fr: 'Vous représentez ce prestataire et ne pouvez donc pas lui envoyer de demande.',
  };
  return conflict(detail, 'separation-of-duties');
}

function openAlready(): Problem {
  return conflict({
    en: 'You already have an open enquiry to this provider in this category. Continue with it, or close it first.',
    fr: 'Vous avez déjà une demande ouverte auprès de ce prestataire dans cette catégorie. Poursuivez-la ou fermez-la d’abord.',
  });
}
