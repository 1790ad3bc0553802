import { singleLine } from '@trust/contracts/free-text';
import { representativeRoles } from '@trust/contracts/permissions';
import { z } from 'zod';

/** No personal data but the id: only identity has names and contacts. */
export const Representative = z
  .object({
    id: z.uuid(),
    /** Null for an invitation: whether the contact has an account is not disclosed. */
    userId: z.uuid().nullable(),
    role: z.enum(representativeRoles),
    state: z.enum(['active', 'invited']),
    startedAt: z.iso.datetime(),
    invitedIdentifier: z.string().nullable(),
    expiresAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Representative' });

export const RepresentativeCreate = z
  .strictObject({
    channel: z.enum(['sms', 'email']),
    identifier: singleLine(3, 254),
    role: z.enum(representativeRoles),
  })
  .meta({ id: 'RepresentativeCreate' });
