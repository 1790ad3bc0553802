import { messageRequested } from '@trust/contracts/events/identity';
import { representativeInvited } from '@trust/contracts/events/representatives';
import { emit } from '@trust/service-kit/outbox/outbox';
import { on } from '../../app.ts';
import { takeSmsLimits } from '../../messages/sms-budget.ts';
import { findContactPointOwner } from '../../people/contact-points.ts';
import { insertInvitation } from './queries.ts';

/** Sends a message within the limits of SMS (promise A6); the invitation is valid without it. */
export const onRepresentativeInvited = on(representativeInvited, async (payload, { trx, event }, app) => {
  const { invitationId: id, providerId, role, occurredAt: at, expiresAt } = payload;
  const { channel, identifier, language, providerName } = await app.openInvitation(payload.sealed);
  const index = app.vault.indexOf(channel, identifier);
  const contact = index.toString('base64url');
  await insertInvitation(trx, {
    id,
    provider_id: providerId,
    role,
    provider_name: providerName,
    channel,
    identifier_index: index,
    invited_at: at,
    expires_at: expiresAt,
  });
  const limits = app.limits.within(trx);
  // Codes for the contact have a limit of their own: an invitation takes nothing from a sign-in (promise T4).
  if (!(await limits.takeSilently('invitation-contact', contact))) return;
  if (channel === 'sms' && (await takeSmsLimits({ limits, smsCountries: app.smsCountries }, identifier))) return;
  const holder = await findContactPointOwner(trx, channel, index);
  const message = { channel, to: identifier, expiresAt, contact, language: holder?.locale ?? language };
  const sealed = await app.sealMessage({ ...message, template: 'invitation', invitation: { role, providerName } });
  await emit(trx, messageRequested, { messageId: event.id, sealed });
});
