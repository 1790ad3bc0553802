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

export function representativeView(row: Row): z.input<typeof Representative> {
  return {
    id: row.id,
    userId: row.user_id,
    role: row.role,
    state: row.user_id === null ? 'invited' : 'active',
    startedAt: row.since.toISOString(),
    invitedIdentifier: row.masked_identifier,
    expiresAt: row.expires_at?.toISOString() ?? null,
  };
}
