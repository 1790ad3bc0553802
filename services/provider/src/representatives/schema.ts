import { representativeRoles } from '@trust/contracts/permissions';
import { z } from 'zod';

/** Who speaks for a provider. Nothing of the person but their id: names and addresses are identity's alone. */
export const Representative = z
  .object({
    assignmentId: z.uuid(),
    userId: z.uuid(),
    role: z.enum(representativeRoles),
    state: z.enum(['active']).meta({ 'x-extensible-enum': true }),
    since: z.iso.datetime(),
  })
  .meta({ id: 'Representative' });
