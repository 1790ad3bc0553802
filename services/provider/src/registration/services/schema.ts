import { LocalisedText } from '@trust/contracts/localised-text';
import { z } from 'zod';

const BoundVersion = z.object({ id: z.uuid(), number: z.number().int() });

export const ServiceSelection = z
  .object({
    categoryKey: z.string(),
    label: LocalisedText,
    /** `outdated`: active, but bound to a version that is no longer active (ADR 0015). */
    status: z.enum(['active', 'outdated', 'removed']),
    requirementVersion: BoundVersion,
    update: z
      .object({ requirementVersion: BoundVersion, activatedAt: z.iso.datetime(), whatToDo: z.string() })
      .nullable(),
  })
  .meta({ id: 'ServiceSelection' });
