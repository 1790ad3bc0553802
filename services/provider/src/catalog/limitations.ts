import type { Language } from '@trust/contracts/text';

/** French by English. What a reviewer wrote is not in it, and stays as written in every language. */
export type French = ReadonlyMap<string, string>;

/** Limitations as an answer shows them: in the language asked for, and in both. */
export function limitationFields(english: readonly string[], french: French, language: Language) {
  const limitationTexts = english.map((en) => ({ en, fr: french.get(en) ?? en }));
  return { limitations: limitationTexts.map((text) => text[language]), limitationTexts };
}

/** For answers that are cached: another language is another answer. */
export const byLanguage = { headers: { Vary: 'Accept-Language' } };
