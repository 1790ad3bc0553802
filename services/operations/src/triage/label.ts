export type Labels = Record<string, string>;

/** The language that the caller prefers of those that labels have; English where nothing is said. */
export function languageOf(acceptLanguage: string | undefined): string {
  const first = acceptLanguage?.trim().slice(0, 2).toLowerCase();
  return first === 'fr' ? 'fr' : 'en';
}

export function labelIn(language: string, labels: Labels | undefined, otherwise: string): string {
  return labels?.[language] ?? labels?.en ?? otherwise;
}
