import { messageRequested } from '@trust/contracts/events/identity';
import { emailRequested } from '@trust/contracts/events/webhooks';
import type { Language } from '@trust/contracts/values/text';
import { emit } from '@trust/service-kit/outbox/outbox';
import { on } from '../app.ts';
import { findContactPoints } from '../people/contact-points.ts';
import { findPerson } from '../people/persons.ts';
import { findSealer } from '../people/subject-keys.ts';

const validMs = 7 * 86_400_000;

/** Only identity has the address: it seals the message to webhooks. Without a verified address nothing is sent. */
export const onEmailRequested = on(emailRequested, async (payload, { trx, event }, app) => {
  const { userId, template, notificationId, locale } = payload;
  // Every contact has had its notice at the change.
  if (template === 'contact_points_changed') return;
  const person = await findPerson(trx, userId);
  const sealer = person && (await findSealer(trx, app.vault, userId));
  // The oldest verified address, so that a new one does not get the notices of the account.
  const found = (await findContactPoints(trx, userId)).find(
    ({ channel, verified_at }) => channel === 'email' && verified_at !== null,
  );
  if (!sealer || !found) return;
  const sealed = await app.sealMessage({
    channel: 'email',
    to: sealer.open('contact point', found.sealed_identifier),
    expiresAt: new Date(app.now().getTime() + validMs).toISOString(),
    contact: found.identifier_index.toString('base64url'),
    language: locale ?? (person.locale as Language),
    template,
    notificationId,
  });
  await emit(trx, messageRequested, { messageId: event.id, sealed });
});
