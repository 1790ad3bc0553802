import { z } from 'zod';
import { Label } from '../catalog/schema.ts';

export const ServiceSelection = z
  .object({
    categoryKey: z.string(),
    label: Label,
    status: z.enum(['active', 'removed']),
    requirementVersion: z.object({ id: z.uuid(), number: z.number().int() }),
  })
  .meta({ id: 'ServiceSelection' });
