import { representativeRoles } from '@trust/contracts/permissions';
import { z } from 'zod';

export const RepresentativeInvite = z
  .strictObject({
    channel: z.enum(['sms', 'email']),
    identifier: z.string().trim().min(3).max(254),
    role: z.enum(representativeRoles),
  })
  .meta({ id: 'RepresentativeInvite' });
