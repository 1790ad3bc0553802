import { invitationAccepted } from '@trust/contracts/events/representatives';
import { on } from '../../app.ts';
import { acceptInvitation } from '../../registration/representatives/accept-invitation.ts';
import { leaveCustomerSide } from './leave-customer-side.ts';

export const onInvitationAccepted = on(
  invitationAccepted,
  async ({ invitationId, userId, occurredAt }, { trx }, app) => {
    const accepted = { invitationId, userId, acceptedAt: new Date(occurredAt) };
    const providerId = await acceptInvitation(trx, accepted, app);
    if (providerId) await leaveCustomerSide(trx, { providerId, userId }, app.now());
  },
);
