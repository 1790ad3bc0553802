import { singleLine } from '@trust/contracts/free-text';
import { operatorRoles, representativeRoles } from '@trust/contracts/permissions';
import { languages } from '@trust/contracts/text';
import { z } from 'zod';

const ContactPoint = z.object({
  id: z.uuid(),
  channel: z.enum(['sms', 'email']),
  identifier: z.string(),
  verified: z.boolean(),
  verifiedAt: z.iso.datetime().nullable(),
});

const RepresentedProvider = z
  .object({ providerId: z.uuid(), role: z.enum(representativeRoles) })
  .meta({ id: 'RepresentedProvider' });

export const AccountProfile = z
  .object({
    id: z.uuid(),
    displayName: z.string().nullable(),
    locale: z.enum(languages),
    contactPoints: z.array(ContactPoint),
    providers: z.array(RepresentedProvider).optional(),
    operatorRoles: z.array(z.enum(operatorRoles)).optional(),
    revision: z.number().int(),
  })
  .meta({ id: 'AccountProfile' });
export type AccountProfile = z.output<typeof AccountProfile>;

export const AccountProfileUpdate = z
  .strictObject({ displayName: singleLine(1, 80).nullable(), locale: z.enum(languages) })
  .meta({ id: 'AccountProfileUpdate' });

export const AccountWorkspaceUpdate = z.strictObject({ providerId: z.uuid() }).meta({ id: 'AccountWorkspaceUpdate' });

export const AccountWorkspace = z
  .object({ providerId: z.uuid(), role: z.enum(representativeRoles) })
  .meta({ id: 'AccountWorkspace' });
