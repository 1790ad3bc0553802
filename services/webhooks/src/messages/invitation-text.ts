import { RepresentativeRole } from '@trust/contracts/permissions';
import type { Language, Text } from '@trust/contracts/values/text';
import { meaningsOf } from '@trust/contracts/values/value-list';
import { textOf } from './text.ts';

const aProvider: Text = { en: 'A provider', fr: 'Un prestataire' };

/** Without a name that operators accepted it says "a provider": what a provider says of itself may be false. */
export function invitationText(
  language: Language,
  { role, providerName }: { role: RepresentativeRole; providerName: string | null },
): string {
  const provider = providerName ?? aProvider[language];
  return textOf('invitation', language, {
    provider,
    role: meaningsOf(RepresentativeRole)[role][language].toLowerCase(),
  });
}
