import type { RepresentativeRole } from '@trust/contracts/permissions';
import type { z } from 'zod';
import type { Representative } from './schema.ts';

type Row = {
  id: string;
  user_id: string | null;
  role: RepresentativeRole;
  since: Date;
  masked_identifier: string | null;
  expires_at: Date | null;
};

/** An invitation that was declined shows as one that nobody answered: only identity knows (promise T4). */
export function representativeView(
  row: Row,
  { userId, at }: { userId: string; at: Date },
): z.input<typeof Representative> {
  const isInvitation = row.user_id === null;
  return {
    id: row.id,
    isOwn: row.user_id === userId,
    role: row.role,
    status: isInvitation ? invitationStatus(row, at) : 'active',
    startedAt: row.since.toISOString(),
    invitedIdentifier: row.masked_identifier,
    expiresAt: row.expires_at?.toISOString() ?? null,
  };
}

function invitationStatus({ expires_at }: Row, at: Date) {
  return expires_at !== null && expires_at > at ? ('sent' as const) : ('expired' as const);
}
