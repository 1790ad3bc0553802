import { CatalogKey, DisplayLabel, RequirementVersionId } from '@trust/contracts/fields';
import { valueList } from '@trust/contracts/value-list';
import { z } from 'zod';

const Status = valueList({
  active: { en: 'Active', fr: '', means: 'Bound to the requirement version in force.' },
  outdated: {
    en: 'Outdated',
    fr: '',
    means: 'Active, but bound to an older requirement version. Select the category again to update.',
  },
  removed: { en: 'Removed', fr: '', means: 'No longer offered; kept for its history.' },
});

const BoundVersion = z.object({
  id: RequirementVersionId,
  number: z
    .number()
    .int()
    .meta({ description: 'Number of the version within its category, from 1.', examples: [1] }),
});

export const ServiceSelection = z
  .object({
    categoryKey: CatalogKey,
    label: DisplayLabel,
    /** `outdated`: active, but bound to a version that is no longer active (ADR 0015). */
    status: Status.describe('Whether the selection is active, outdated by a newer requirement version, or removed.'),
    requirementVersion: BoundVersion.describe('The immutable version of the requirements that applies.'),
    update: z
      .object({
        requirementVersion: BoundVersion.describe('The immutable version of the requirements that applies.'),
        activatedAt: z.iso.datetime().describe('When the newer version came into force.'),
        whatToDo: z.string().meta({
          description: 'What the representative can do, in the language of the response.',
          examples: ['Select it again to move to the requirements in force.'],
        }),
      })
      .nullable()
      .describe('The newer requirement version, if there is one; null otherwise.'),
  })
  .meta({ id: 'ServiceSelection' });
