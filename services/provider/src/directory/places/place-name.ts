import type { Language } from '@trust/contracts/values/text';

export function searchName(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

let opened: Record<Language, Intl.DisplayNames> | undefined;

/** On the first use: the names of regions take 6 MiB. */
function names(): Record<Language, Intl.DisplayNames> {
  opened ??= {
    en: new Intl.DisplayNames('en', { type: 'region' }),
    fr: new Intl.DisplayNames('fr', { type: 'region' }),
  };
  return opened;
}

export function countryName(code: string, language: Language): string {
  return names()[language].of(code) ?? code;
}

/** Best first: `12 rue des Lilas, 69003 Lyon, France` → `lyon`, `rue des lilas`. */
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
      for (const known of Object.values(names())) {
        const label = known.of(code);
        // Keep the first code: later ones for the same name, such as FX and UK, are historical.
        if (label && label !== code && !codes.has(searchName(label))) codes.set(searchName(label), code);
      }
    }
  }
  return codes.get(name);
}
