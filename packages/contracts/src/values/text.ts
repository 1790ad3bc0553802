/** The first is the default. */
export const languages = ['en', 'fr'] as const;
export type Language = (typeof languages)[number];

/** A text for people. */
export type Text = Readonly<Record<Language, string>>;

export function joinTexts(...sentences: readonly Text[]): Text {
  const inLanguage = (language: Language) => sentences.map((sentence) => sentence[language]).join(' ');
  return { en: inLanguage('en'), fr: inLanguage('fr') };
}

/** Names the field of a request before what is wrong with it. */
export function aboutField(field: string, text: Text | undefined): Text | undefined {
  return field && text ? { en: `\`${field}\`: ${text.en}`, fr: `\`${field}\` : ${text.fr}` } : text;
}
