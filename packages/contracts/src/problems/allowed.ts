import { type Language, languages, type Text } from '../text.ts';

const counted: Record<string, Record<Language, [one: string, more: string]>> = {
  string: { en: ['character', 'characters'], fr: ['caractère', 'caractères'] },
  array: { en: ['entry', 'entries'], fr: ['élément', 'éléments'] },
};

/** What a field may be at most, or has to be at least. `of`: what is bounded, as zod names it (`string`, `array`, `number`). */
export function allowedBound(side: 'least' | 'most', bound: number, of: string): Text {
  return inEach((language) => {
    const unit = counted[of]?.[language][bound === 1 ? 0 : 1];
    const amount = new Intl.NumberFormat(language).format(bound);
    const words = { en: { least: 'at least', most: 'at most' }, fr: { least: 'au moins', most: 'au plus' } };
    const start = { en: 'Allowed here is', fr: 'Valeur permise :' };
    return `${[start[language], words[language][side], amount, unit].filter(Boolean).join(' ')}.`;
  });
}

/** The values that a field may have. */
export function allowedValues(values: readonly string[]): Text {
  const listed = values.join(', ');
  return { en: `Allowed here: ${listed}.`, fr: `Valeurs permises : ${listed}.` };
}

function inEach(say: (language: Language) => string): Text {
  return Object.fromEntries(languages.map((language) => [language, say(language)])) as Text;
}
