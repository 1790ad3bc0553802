import type { Language } from '@trust/contracts/text';
import type { z } from 'zod';
import type { ServiceSelection } from './schema.ts';

type Selected = { category_key: string; label: Record<string, string>; requirement_version_id: string; number: number };

/** A selection as the provider's people read it, in their language. */
export function selectionBody(
  { category_key, label, requirement_version_id, number }: Selected,
  status: 'active' | 'removed',
  language: Language,
): z.input<typeof ServiceSelection> {
  return {
    categoryKey: category_key,
    label: label[language] ?? category_key,
    status,
    requirementVersion: { id: requirement_version_id, number },
  };
}
