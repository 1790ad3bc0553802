import { OperatorId } from '@trust/contracts/fields';
import { OperatorRole } from '@trust/contracts/permissions';
import { Reason } from '@trust/contracts/values/free-text';
import { z } from 'zod';

export const OperatorRoleParams = z.object({
  userId: OperatorId,
  role: OperatorRole.describe('The role to grant or revoke.'),
});

export const OperatorRoleChange = z
  .strictObject({
    reason: Reason.meta({
      description: 'Why the role is granted or revoked, for the audit log: 10 to 500 characters.',
      examples: ['She leads the review team from Monday.'],
    }),
  })
  .meta({ id: 'OperatorRoleChange' });
