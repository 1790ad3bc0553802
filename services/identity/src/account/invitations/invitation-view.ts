import type { RepresentativeRole } from '@trust/contracts/permissions';
import type { z } from 'zod';
import type { InvitationRow } from '../../from-other-services/invitations/queries.ts';
import type { Invitation } from './schema.ts';

/** Without the provider's id, which is private to its representatives. */
export function invitationView(row: InvitationRow): z.input<typeof Invitation> {
  return {
    id: row.id,
    role: row.role as RepresentativeRole,
    providerName: row.provider_name,
    state: row.state,
    invitedAt: row.invited_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}
