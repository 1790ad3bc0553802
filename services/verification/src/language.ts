import type { Language } from '@trust/contracts/text';

export type Texts = Record<string, string>;

/** A text in the language, else in English. */
export function textIn(language: Language, texts: Texts): string {
  return texts[language] ?? texts.en ?? Object.values(texts)[0] ?? '';
}
