import {
  invitationAwaitingApproval,
  invitationAwaitingApprovalSnapshot,
} from '@trust/contracts/events/representatives';
import { isErased } from '@trust/personal-data/erased-people';
import { on } from '../../app.ts';
import { lockProvider } from '../../provider-record/provider-row.ts';
import { insertAwaiting } from './awaiting-representatives.ts';

export const onInvitationAwaitingApproval = [invitationAwaitingApproval, invitationAwaitingApprovalSnapshot].map(
  (type) =>
    on(type, async ({ invitationId, providerId, userId, expiresAt }, { trx }) => {
      if (await isErased(trx, userId)) return;
      // Writes of operators hold the lock: each is before the acceptance, or sees it.
      await lockProvider(trx, providerId);
      await insertAwaiting(trx, {
        invitation_id: invitationId,
        provider_id: providerId,
        user_id: userId,
        until: expiresAt,
      });
    }),
);
