/** The languages that the platform speaks to people; the first where a caller wants neither. Codes are never translated. */
export const languages = ['en', 'fr'] as const;
export type Language = (typeof languages)[number];

/** What a person reads. A text that lacks a language does not compile. */
export type Text = Readonly<Record<Language, string>>;

/** The text of several sentences that follow one another. */
export function joinTexts(...sentences: readonly Text[]): Text {
  const inLanguage = (language: Language) => sentences.map((sentence) => sentence[language]).join(' ');
  return { en: inLanguage('en'), fr: inLanguage('fr') };
}
