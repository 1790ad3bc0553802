import { invitationEnded } from '@trust/contracts/events/representatives';
import { on } from '../../app.ts';
import { deleteInvitation } from './queries.ts';

export const onInvitationEnded = on(invitationEnded, ({ invitationId }, { trx }) =>
  deleteInvitation(trx, invitationId),
);
