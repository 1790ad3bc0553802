import { Reason } from '@trust/contracts/free-text';
import { operatorRoles } from '@trust/contracts/permissions';
import { z } from 'zod';

export const OperatorRoleParams = z.object({ userId: z.uuid(), role: z.enum(operatorRoles) });

export const OperatorRoleChange = z.strictObject({ reason: Reason }).meta({ id: 'OperatorRoleChange' });

export const OperatorRoles = z
  .object({ userId: z.uuid(), roles: z.array(z.enum(operatorRoles)) })
  .meta({ id: 'OperatorRoles' });
