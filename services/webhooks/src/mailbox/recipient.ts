/** Normalises an address for lookups. An unescaped `+` of a query string arrives as a space. */
export function recipientOf(to: string): string {
  const text = to.trim();
  if (text.includes('@')) return text.toLowerCase();
  return /^\d[\d ]+$/.test(text) ? `+${text.replaceAll(' ', '')}` : text;
}
