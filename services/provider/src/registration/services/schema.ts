import { CatalogKey, ClaimType, DisplayLabel, RequirementVersionId } from '@trust/contracts/fields';
import { valueList } from '@trust/contracts/values/value-list';
import { z } from 'zod';
import { VersionNumber } from '../../catalog/schema.ts';

const Status = valueList('serviceStatus', {
  active: {
    en: 'Active',
    fr: 'Actif',
    means: {
      en: 'Offered, and bound to the requirement version in force.',
      fr: 'Proposé et rattaché à la version des exigences en vigueur.',
    },
  },
  outdated: {
    en: 'Requirements outdated',
    fr: 'Exigences dépassées',
    means: {
      en: 'Offered, but bound to an older requirement version. Select the category again to update.',
      fr: 'Proposé, mais rattaché à une version antérieure des exigences. Choisissez de nouveau la catégorie pour le mettre à jour.',
    },
  },
});

const BoundVersion = z.object({
  id: RequirementVersionId,
  number: VersionNumber,
});

export const ServiceSelection = z
  .object({
    categoryKey: CatalogKey,
    label: DisplayLabel,
    status: Status.describe('Whether the selection is bound to the requirement version in force or to an older one.'),
    requirementVersion: BoundVersion.describe('The immutable requirement version to which the selection is bound.'),
    update: z
      .object({
        requirementVersion: BoundVersion.describe('The requirement version in force.'),
        activatedAt: z.iso.datetime().describe('When the newer version came into force.'),
        whatToDo: z.string().meta({
          description: 'What the representative can do, in the language of the response: a sentence to show.',
          examples: ['This service is bound to requirements that are no longer in force. Select it again.'],
        }),
      })
      .nullable()
      .describe('The newer requirement version in force; null if the selection is bound to it.'),
    hidden: z
      .object({
        missingClaims: z
          .array(
            z
              .object({ type: ClaimType, label: DisplayLabel.describe('What the claim is about.') })
              .meta({ id: 'MissingClaim' }),
          )
          .describe('What hides it: each of these claims has to be granted again.'),
        whatToDo: z.string().meta({
          description: 'What shows the service again, in the language of the response: a sentence to show.',
          examples: ['The public does not see this service while this is missing: Criminal record check.'],
        }),
      })
      .nullable()
      .describe(
        'Why the public sees nothing of the service although it is offered: a claim that it needs was refused or ended for safety. It says nothing of where that was. Null if no claim hides it.',
      ),
  })
  .meta({ id: 'ServiceSelection' });
