import type { RepresentativeRole } from '@trust/contracts/permissions';
import type { z } from 'zod';
import type { InvitationRow } from '../../from-other-services/invitations/queries.ts';
import type { InvitationApproval } from './schema.ts';

export function approvalView(row: InvitationRow): z.input<typeof InvitationApproval> {
  const { answered_by: operatorId, answered_at: acceptedAt, state } = row;
  if (operatorId === null || acceptedAt === null || state === 'sent' || state === 'declined')
    throw new Error(`Invitation ${row.id} is ${state}: nobody accepted it.`);
  return {
    id: row.id,
    operatorId,
    providerId: row.provider_id,
    role: row.role as RepresentativeRole,
    state,
    acceptedAt: acceptedAt.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}
