import type { PayloadOf } from '@trust/contracts/event';
import {
  type invitationAwaitingApproval,
  invitationAwaitingApprovalSnapshot,
} from '@trust/contracts/events/representatives';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../../app.ts';
import { type InvitationRow, listAwaitingOf } from './queries.ts';

export function awaitingPayload(row: InvitationRow): PayloadOf<typeof invitationAwaitingApproval> {
  const { id: invitationId, provider_id: providerId, answered_by: userId, answered_at: acceptedAt } = row;
  if (userId === null || acceptedAt === null) throw new Error(`Nobody accepted invitation ${invitationId}.`);
  const expiresAt = row.expires_at.toISOString();
  return { invitationId, providerId, userId, expiresAt, occurredAt: acceptedAt.toISOString() };
}

export async function announceAwaitingSnapshots(trx: Trx, personId: string): Promise<void> {
  for (const row of await listAwaitingOf(trx, personId))
    await emit(trx, invitationAwaitingApprovalSnapshot, awaitingPayload(row));
}
