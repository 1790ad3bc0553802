import { z } from 'zod';

export const ServiceSelection = z
  .object({
    categoryKey: z.string(),
    label: z.string(),
    status: z.enum(['active', 'removed']),
    requirementVersion: z.object({ id: z.uuid(), number: z.number().int() }),
  })
  .meta({ id: 'ServiceSelection' });
