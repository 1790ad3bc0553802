import { representativeRoles } from '@trust/contracts/permissions';
import { z } from 'zod';

/** Who speaks for a provider. Nothing of the person but their id: names and addresses are identity's alone. */
export const Representative = z
  .object({
    id: z.uuid(),
    /** Null while somebody is invited: who they are, if anybody, is not told. */
    userId: z.uuid().nullable(),
    role: z.enum(representativeRoles),
    state: z.enum(['active', 'invited']),
    startedAt: z.iso.datetime(),
    /** The number or address of an invitation, masked. */
    invitedIdentifier: z.string().nullable(),
    /** When an invitation can be accepted no longer. */
    expiresAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Representative' });
