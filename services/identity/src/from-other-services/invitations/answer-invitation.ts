import { invitationAccepted, invitationAwaitingApproval } from '@trust/contracts/events/representatives';
import { emit } from '@trust/service-kit/outbox/outbox';
import { Problem } from '@trust/service-kit/problems/problem';
import type { Updateable } from 'kysely';
import type { Trx } from '../../app.ts';
import type { Invitation } from '../../db/schema.ts';
import { awaitingPayload } from './announce-awaiting.ts';
import { type InvitationRow, updateInvitation } from './queries.ts';
import { type InvitationState, transitions } from './states.ts';

type Change = Omit<Updateable<Invitation>, 'state'>;

/** Call with the invitation locked. Only an acceptance leaves identity; the provider service hears only of a valid one (promise T4). */
export async function moveInvitation(
  trx: Trx,
  from: InvitationRow,
  { to, at, change }: { to: InvitationState; at: Date; change: Change },
): Promise<InvitationRow> {
  if (!transitions[from.state].includes(to))
    throw new Problem('invalid-transition', {
      en: `The invitation is \`${from.state}\` and cannot become \`${to}\`. Read it again.`,
      fr: `L’invitation est dans l’état \`${from.state}\` et ne peut pas passer à \`${to}\`. Relisez-la.`,
    });
  await updateInvitation(trx, from.id, { ...change, state: to });
  const after = { ...from, ...(change as Partial<InvitationRow>), state: to };
  if (to === 'accepted' && after.answered_by)
    await emit(trx, invitationAccepted, {
      invitationId: from.id,
      userId: after.answered_by,
      occurredAt: at.toISOString(),
    });
  if (to === 'awaiting_approval') await emit(trx, invitationAwaitingApproval, awaitingPayload(after));
  return after;
}
