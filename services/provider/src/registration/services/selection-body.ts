import type { Language, Text } from '@trust/contracts/values/text';
import type { z } from 'zod';
import type { ServiceSelection } from './schema.ts';

type Selected = { category_key: string; label: Record<string, string>; requirement_version_id: string; number: number };
type NewerVersion = { id: string; number: number; activatedAt: string | null };

const whatToDo: Text = {
  en:
    'This service is bound to requirements that are no longer in force. Select it again to move to the current ones: ' +
    'claims stay valid until they expire, and a new case replaces an open one.',
  fr:
    'Ce service est lié à des exigences qui ne sont plus en vigueur. Sélectionnez-le de nouveau pour passer aux exigences actuelles : ' +
    'les attestations restent valables jusqu’à leur échéance, et un nouveau dossier remplace un dossier ouvert.',
};

export function selectionBody(
  { category_key, label, requirement_version_id, number }: Selected,
  language: Language,
  newer?: NewerVersion,
): z.input<typeof ServiceSelection> {
  return {
    categoryKey: category_key,
    label,
    status: newer ? 'outdated' : 'active',
    requirementVersion: { id: requirement_version_id, number },
    update: newer?.activatedAt
      ? {
          requirementVersion: { id: newer.id, number: newer.number },
          activatedAt: new Date(newer.activatedAt).toISOString(),
          whatToDo: whatToDo[language],
        }
      : null,
  };
}
