import { z } from 'zod';
import { DocumentKind } from '../catalog/document-kinds.ts';
import { ObservationKey, observationsOf } from '../catalog/observations.ts';
import { DisplayLabel, DocumentKindKey } from '../fields.ts';
import { labelOf, textsOf } from '../values/value-list.ts';

/** Where a requirement is read, in the catalogue and in a case. Absent in answers of earlier releases. */
export const requirementLabels = {
  documentKindLabels: z
    .array(
      z.object({
        key: DocumentKindKey.describe('The kind, as in `documentKinds`.'),
        label: DisplayLabel.meta({
          description: 'Its name in every language of the platform.',
          examples: [{ en: 'Trade certificate', fr: 'Certificat de qualification professionnelle' }],
        }),
      }),
    )
    .optional()
    .describe('The kinds of `documentKinds` by name, in the same order.'),
  observations: z
    .array(
      z.object({
        key: z.string().meta({
          description: 'What to observe: `observations[].key` of the results.',
          examples: ['premises_in_use'],
          ...textsOf(ObservationKey),
        }),
        label: DisplayLabel.meta({
          description: 'What is confirmed or not, in every language of the platform.',
          examples: [
            { en: 'The premises are in use for the service.', fr: 'Les locaux servent à l’activité proposée.' },
          ],
        }),
      }),
    )
    .optional()
    .describe('What an agent looks for in a visit on site; empty for a requirement without one.'),
};

type Labelled = { documentKinds: readonly string[]; claimType: string; fieldVisit: boolean };

export function labelsOfRequirement({ documentKinds, claimType, fieldVisit }: Labelled) {
  const keys = fieldVisit ? observationsOf(claimType) : [];
  return {
    documentKindLabels: documentKinds.map((key) => ({ key, label: labelOf(DocumentKind, key) })),
    observations: keys.map((key) => ({ key, label: labelOf(ObservationKey, key) })),
  };
}
