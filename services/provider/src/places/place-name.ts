import type { Language } from '@trust/contracts/text';

/** As names are searched: without accents, in lower case, every other sign a space. */
export function searchName(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const names: Record<Language, Intl.DisplayNames> = {
  en: new Intl.DisplayNames('en', { type: 'region' }),
  fr: new Intl.DisplayNames('fr', { type: 'region' }),
};

export function countryName(code: string, language: Language): string {
  return names[language].of(code) ?? code;
}

/** `12 rue des Lilas, 69003 Lyon, France` names a street, a town and a country; the parts that may be a town, smallest last. */
export function parseTowns(text: string): { towns: string[]; countryCode: string | undefined } {
  const parts = text.split(',').map(searchName).filter(Boolean);
  const countryCode = parts.length > 1 ? countryCodeOf(parts.at(-1) ?? '') : undefined;
  if (countryCode) parts.pop();
  const towns = parts.map((part) =>
    part.replace(/(?<![\p{L}\p{N}])[\p{L}]{0,2}\d[\p{L}\p{N}]*(?![\p{L}\p{N}])/gu, '').trim(),
  );
  return { towns: towns.filter((town) => town.length > 1).reverse(), countryCode };
}

const codes = new Map<string, string>();

function countryCodeOf(name: string): string | undefined {
  if (codes.size === 0) {
    const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
    for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
      for (const known of Object.values(names)) {
        const label = known.of(code);
        // The first: later codes of the same country, such as FX and UK, are historical.
        if (label && label !== code && !codes.has(searchName(label))) codes.set(searchName(label), code);
      }
    }
  }
  return codes.get(name);
}
