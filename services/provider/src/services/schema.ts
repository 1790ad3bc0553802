import { LocalisedText } from '@trust/contracts/localised-text';
import { z } from 'zod';

const BoundVersion = z.object({ id: z.uuid(), number: z.number().int() });

export const ServiceSelection = z
  .object({
    categoryKey: z.string(),
    label: LocalisedText,
    /** `outdated`: active, and bound to a requirement version that is no longer the one in force. */
    status: z.enum(['active', 'outdated', 'removed']),
    requirementVersion: BoundVersion,
    /** Of an outdated one: what has taken the version's place, and how to move to it. */
    update: z
      .object({ requirementVersion: BoundVersion, activatedAt: z.iso.datetime(), whatToDo: z.string() })
      .nullable(),
  })
  .meta({ id: 'ServiceSelection' });
