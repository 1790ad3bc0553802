/** Normalises an address. An unescaped `+` in a query string arrives as a space. */
export function recipientOf(to: string): string {
  const text = to.trim();
  if (text.includes('@')) return text.toLowerCase();
  return /^\d[\d ]+$/.test(text) ? `+${text.replaceAll(' ', '')}` : text;
}
