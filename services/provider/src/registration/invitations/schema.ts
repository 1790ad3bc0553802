import { singleLine } from '@trust/contracts/free-text';
import { representativeRoles } from '@trust/contracts/permissions';
import { z } from 'zod';

export const RepresentativeCreate = z
  .strictObject({
    channel: z.enum(['sms', 'email']),
    identifier: singleLine(3, 254),
    role: z.enum(representativeRoles),
  })
  .meta({ id: 'RepresentativeCreate' });
