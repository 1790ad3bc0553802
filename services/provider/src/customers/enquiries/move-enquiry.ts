import { notificationRequested } from '@trust/contracts/events/any';
import type { EnquiryState } from '@trust/contracts/events/customers';
import { enquiryChanged } from '@trust/contracts/events/customers';
import type { NotificationTemplate } from '@trust/contracts/notifications/notification-templates';
import { hasContact } from '@trust/contracts/values/has-contact';
import { emit } from '@trust/service-kit/outbox/outbox';
import { conflict, invalid, notFound, Problem } from '@trust/service-kit/problems/problem';
import type { Trx } from '../../app.ts';
import { findPublicClaim } from '../../from-other-services/claims/public-claim.ts';
import { findStopInCategory } from '../../from-other-services/publication/is-stopped.ts';
import type { lockOpenProvider } from '../../provider-record/lifecycle.ts';
import { type EnquiryRow, lockEnquiry, updateEnquiry } from './queries.ts';
import { type ActingPerson, sideOf } from './side-of.ts';
import { type EnquirySide, stateAt, transitions } from './states.ts';

type Change = Parameters<typeof updateEnquiry>[3];

/** A request of a representative about an enquiry of the workspace. */
export type AskedOfProvider = Parameters<typeof lockOpenProvider>[1] & { params: { enquiryId: string } };

/** The enquiry of this provider, locked; 404 for another's. */
export async function lockOwnEnquiry(trx: Trx, id: string, providerId: string): Promise<EnquiryRow> {
  const row = await lockEnquiry(trx, id);
  if (row?.provider_id !== providerId) throw notFound();
  return row;
}

/** The enquiry, locked, and the side of the actor; 404 for everybody but its two sides. */
export async function lockOfSide(
  trx: Trx,
  actor: ActingPerson,
  id: string,
): Promise<{ row: EnquiryRow; side: EnquirySide }> {
  const row = await lockEnquiry(trx, id);
  const side = await sideOf(trx, actor, row);
  if (!row) throw notFound();
  return { row, side };
}

export function assertCanBecome(to: EnquiryState, from: EnquiryRow, at: Date): void {
  const state = stateAt(from, at);
  if (transitions[state].includes(to)) return;
  const isEarly = state === 'sent' && to === 'handed_off';
  throw new Problem('invalid-transition', {
    en: `The enquiry is \`${state}\` and cannot become \`${to}\`. ${isEarly ? 'Accept it first' : 'Read it again'}.`,
    fr: `La demande est dans l’état \`${state}\` et ne peut pas passer à \`${to}\`. ${isEarly ? 'Acceptez-la d’abord' : 'Relisez-la'}.`,
  });
}

export async function moveEnquiry(
  trx: Trx,
  from: EnquiryRow,
  { to, at, change = {} }: { to: EnquiryState; at: Date; change?: Change },
): Promise<void> {
  assertCanBecome(to, from, at);
  await updateEnquiry(trx, from.id, to, change);
  await announceEnquiry(trx, { ...from, state: to }, at);
}

export function announceEnquiry(trx: Trx, row: EnquiryRow, at: Date): Promise<void> {
  return emit(trx, enquiryChanged, {
    enquiryId: row.id,
    providerId: row.provider_id,
    categoryKey: row.category_key,
    state: row.state,
    occurredAt: at.toISOString(),
  });
}

const stopped = {
  operators: {
    en: 'Operators have suspended or hidden the provider. Decline the enquiry without a message, close it, or wait until that ends.',
    fr: 'Les opérateurs ont suspendu ou masqué le prestataire. Déclinez la demande sans message, fermez-la ou attendez la fin de cette mesure.',
  },
  missing_claim: {
    en: 'The public does not see this service, because a claim is missing. `hidden` of the service in your workspace says which, and what shows it again. Until then decline the enquiry without a message, or close it.',
    fr: 'Le public ne voit pas ce service, car une attestation manque. Dans votre espace, `hidden` du service indique laquelle et ce qui le rend de nouveau visible. D’ici là, déclinez la demande sans message ou fermez-la.',
  },
};

/** What stops a provider protects its customers, so it gets no further contact of one and writes to none. */
export async function assertNotStopped(
  trx: Trx,
  of: Parameters<typeof findStopInCategory>[1],
  at: Date,
): Promise<void> {
  const by = await findStopInCategory(trx, of, at);
  if (by) throw conflict(stopped[by]);
}

/** What the customer relied on has ended, so the provider begins no work with it (docs/domain/enquiry.md 32). */
export async function assertHasClaim(trx: Trx, { provider_id, category_key }: EnquiryRow, at: Date): Promise<void> {
  if (!(await findPublicClaim(trx, provider_id, category_key, at)))
    throw conflict({
      en: 'The public sees no current claim of yours in this category. Read your services, claims and cases in your workspace: renew a claim, or begin a new verification. Until then decline or close the enquiry, or wait.',
      fr: 'Aucune attestation en cours de validité n’est visible du public dans cette catégorie. Consultez vos services, vos attestations et vos dossiers dans votre espace : renouvelez une attestation ou demandez une nouvelle vérification. En attendant, déclinez ou fermez la demande.',
    });
}

/** A contact in a message leaves no record of its disclosure, and without one the customer cannot review (ADR 0123). */
export function assertNoContact(text: string, field: 'message' | 'text'): void {
  if (hasContact(text))
    throw invalid(field, 'contact_not_allowed', {
      en: 'Remove e-mail addresses, telephone numbers, links and handles. The contact is shared by the contact handoff, once the provider has accepted the enquiry; later messages can have one. An address for a visit is allowed.',
      fr: 'Supprimez les adresses e-mail, les numéros de téléphone, les liens et les pseudonymes. Les coordonnées sont transmises au prestataire qui a accepté la demande et qui les demande ; ensuite, les messages peuvent en contenir. Une adresse d’intervention est permise.',
    });
}

/** Ids only: no text and no contact (promise E9). */
export function notifySide(
  trx: Trx,
  { id, customer_id, provider_id, category_key }: EnquiryRow,
  side: EnquirySide,
  template: NotificationTemplate,
): Promise<void> {
  return emit(trx, notificationRequested.provider, {
    userId: side === 'customer' ? customer_id : null,
    providerId: side === 'provider' ? provider_id : null,
    template,
    data: { enquiryId: id, categoryKey: category_key },
  });
}
