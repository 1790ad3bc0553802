import type { Requirement } from '@trust/contracts/events/provider';
import type { BilingualText, CategoryFile } from './schema.ts';

/** A file as versions, events and claims hold it: with English limitations. Their French is kept beside, by the English. */
export function storedVersion({ requirements, ...category }: CategoryFile): Omit<CategoryFile, 'requirements'> & {
  requirements: Requirement[];
} {
  const asked = requirements.map(({ claim, ...requirement }) => ({
    ...requirement,
    claim: { ...claim, limitations: claim.limitations.map(({ en }) => en) },
  }));
  return { ...category, requirements: asked };
}

/** The limitations of a file, each once. */
export function limitationTextsOf({ requirements }: CategoryFile): BilingualText[] {
  const all = requirements.flatMap(({ claim }) => claim.limitations);
  return [...new Map(all.map((wording) => [wording.en, wording])).values()];
}
