import { Page, PageQuery } from '@trust/contracts/page';
import { operatorRoles } from '@trust/contracts/permissions';
import { z } from 'zod';

export const presences = ['online', 'signed_in', 'signed_out'] as const;

export const OperatorQuery = PageQuery.extend({ role: z.enum(operatorRoles).optional() });

export const OperatorEntry = z
  .object({
    id: z.uuid(),
    displayName: z.string().nullable(),
    roles: z.array(z.enum(operatorRoles)),
    load: z.number().int(),
    presence: z.enum(presences),
  })
  .meta({ id: 'OperatorEntry' });

export const OperatorPage = Page(OperatorEntry).meta({ id: 'OperatorPage' });
