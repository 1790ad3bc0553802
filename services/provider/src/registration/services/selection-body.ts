import type { Language, Text } from '@trust/contracts/values/text';
import type { z } from 'zod';
import type { MissingClaim } from '../../listing/missing-claims.ts';
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

/** The same whether it was refused here or to the person in another provider: nobody learns of the other's case. */
function hiddenText(missing: readonly string[]): Text {
  return {
    en:
      `The public does not see this service while this is missing: ${missing.join(', ')}. Appeal in time, or begin a new verification. ` +
      'A decision that grants it about whoever answers for you now shows the service again.',
    fr:
      `Le public ne voit pas ce service tant qu’il manque : ${missing.join(', ')}. Formez un recours à temps, ou demandez une nouvelle vérification. ` +
      'Une décision qui accorde cette attestation au sujet de la personne responsable actuelle rend le service de nouveau visible.',
  };
}

function hiddenOf(missing: readonly MissingClaim[], language: Language) {
  const labels = missing.map(({ type, label }) => label[language] ?? label.en ?? type);
  return missing.length === 0 ? null : { missingClaims: [...missing], whatToDo: hiddenText(labels)[language] };
}

type Found = { missing: readonly MissingClaim[]; newer?: NewerVersion | undefined };

export function selectionBody(
  { category_key, label, requirement_version_id, number }: Selected,
  language: Language,
  { missing, newer }: Found,
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
    hidden: hiddenOf(missing, language),
  };
}
