export type Language = 'en' | 'fr';
export type Texts = Record<string, string>;

/** The best of our two languages for an `Accept-Language`; English where nothing else is asked for. */
export function languageOf(acceptLanguage: string | undefined): Language {
  const wanted = (acceptLanguage ?? '').split(',').map((part) => {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
    const quality = parameters.find((parameter) => parameter.trim().startsWith('q='));
    return { language: tag.split('-')[0], quality: quality ? Number(quality.trim().slice(2)) : 1 };
  });
  const ours = wanted.filter(({ language, quality }) => (language === 'en' || language === 'fr') && quality > 0);
  ours.sort((a, b) => b.quality - a.quality);
  return ours[0]?.language === 'fr' ? 'fr' : 'en';
}

/** A text in the language, else in English. */
export function textIn(language: Language, texts: Texts): string {
  return texts[language] ?? texts.en ?? Object.values(texts)[0] ?? '';
}
