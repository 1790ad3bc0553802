import type { Requirement } from '@trust/contracts/events/catalog';
import type { BilingualText, CategoryFile } from './schema.ts';

/** Limitations are stored in English; `limitation_text` maps them to French (docs/domain/catalog.md 9). */
export function storedVersion({ requirements, ...category }: CategoryFile): Omit<CategoryFile, 'requirements'> & {
  requirements: Requirement[];
} {
  const stored = requirements.map(({ claim, ...requirement }) => ({
    ...requirement,
    claim: { ...claim, limitations: claim.limitations.map(({ en }) => en) },
  }));
  return { ...category, requirements: stored };
}

export function limitationTextsOf({ requirements }: CategoryFile): BilingualText[] {
  const all = requirements.flatMap(({ claim }) => claim.limitations);
  return [...new Map(all.map((wording) => [wording.en, wording])).values()];
}
