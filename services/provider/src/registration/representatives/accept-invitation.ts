import { invitationEnded, representativeAssigned } from '@trust/contracts/events/representatives';
import { isErased } from '@trust/personal-data/erased-people';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { App, Trx } from '../../app.ts';
import { findAssignments, findOwners } from '../../provider-record/assignments.ts';
import { lockProvider } from '../../provider-record/provider-row.ts';
import { flagDuplicates } from '../duplicates/flag-duplicates.ts';
import {
  endInvitation,
  findOpenInvitation,
  findProviderOfInvitation,
  type InvitationRow,
} from '../invitations/queries.ts';
import { insertAssignment } from './queries.ts';
import { tellOfRepresentation } from './tell-of-representation.ts';

type Accepted = { invitationId: string; userId: string; acceptedAt: Date };

/**
 * The provider that the person represents from now on, locked. Undefined, without an effect, for who represents it already: one
 * person has one assignment to it.
 */
export async function acceptInvitation(
  trx: Trx,
  { invitationId, userId: personId, acceptedAt }: Accepted,
  app: Pick<App, 'names' | 'now'>,
): Promise<string | undefined> {
  const at = app.now();
  if (await isErased(trx, personId)) return;
  const providerId = await findProviderOfInvitation(trx, invitationId);
  const provider = providerId && (await lockProvider(trx, providerId));
  if (!provider) return;
  const open = await findOpenInvitation(trx, { providerId: provider.id, id: invitationId, at: acceptedAt });
  if (!open || (await findAssignments(trx, personId)).some((own) => own.providerId === provider.id)) return;
  // The kind changed after the invitation (docs/domain/claim-subject.md 5).
  if (provider.kind === 'individual' && open.role === 'owner') return withdraw(trx, open, at);
  const assigned = { providerId: provider.id, userId: personId, role: open.role };
  await endInvitation(trx, open.id, { state: 'accepted', at });
  const owners = await findOwners(trx, provider.id);
  await insertAssignment(trx, { ...assigned, id: open.id, assignedAt: at });
  await emit(trx, representativeAssigned, { ...assigned, assignmentId: open.id });
  if (open.role !== 'contributor')
    for (const userId of owners) await tellOfRepresentation(trx, userId, 'representative_joined', provider.id);
  await flagDuplicates(trx, app, provider.id, { at, reasons: ['contact'] });
  return provider.id;
}

async function withdraw(trx: Trx, { id, provider_id: providerId }: InvitationRow, at: Date): Promise<undefined> {
  await endInvitation(trx, id, { state: 'withdrawn', at });
  await emit(trx, invitationEnded, { invitationId: id, providerId });
}
