import type { PayloadOf } from '@trust/contracts/event';
import type { requirementVersionActivated } from '@trust/contracts/events/catalog';

type RequirementPayload = PayloadOf<typeof requirementVersionActivated>['requirements'][number];
/** What claims of a requirement are about. */
export type About = NonNullable<RequirementPayload['claim']['about']>;

export function requirement(key: string, about: About | undefined): RequirementPayload {
  return {
    key,
    label: { en: key },
    documentKinds: ['passport', 'certificate'],
    mediaTypes: ['application/pdf', 'image/jpeg'],
    maxSizeBytes: 12 * 1024 ** 2,
    fieldVisit: false,
    claim: {
      type: key,
      ...(about && { about }),
      statement: { en: key },
      methods: ['document_review'],
      sourceKind: 'document',
      limitations: ['On the day of the check only.'],
      validityDays: 365,
    },
  };
}
