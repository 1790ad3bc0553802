import type { Text } from '../values/text.ts';
import { textList } from '../values/value-list.ts';

export const appealGrounds = {
  evidence_misjudged: {
    en: 'The evidence was judged incorrectly.',
    fr: 'Les pièces ont été mal appréciées.',
  },
  new_evidence: {
    en: 'There is new evidence.',
    fr: 'Il existe de nouvelles pièces.',
  },
  rules_misapplied: {
    en: 'The requirements were applied incorrectly.',
    fr: 'Les exigences ont été mal appliquées.',
  },
  procedure_not_followed: {
    en: 'The verification did not follow its rules.',
    fr: 'La vérification n’a pas suivi ses règles.',
  },
  conflict_of_interest: {
    en: 'Somebody who judged the case had an interest in it.',
    fr: 'Une personne qui a examiné le dossier y avait un intérêt.',
  },
  limitations_excessive: {
    en: 'The limitations go further than the evidence justifies.',
    fr: 'Les limites vont au-delà de ce que justifient les pièces.',
  },
} as const satisfies Record<string, Text>;

export type AppealGround = keyof typeof appealGrounds;
export const AppealGround = textList('appealGround', appealGrounds);
