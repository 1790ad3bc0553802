/** One spelling of an address, so that a mailbox is found. An unescaped `+` of a query string has become a space. */
export function recipientOf(to: string): string {
  const text = to.trim();
  if (text.includes('@')) return text.toLowerCase();
  return /^\d[\d ]+$/.test(text) ? `+${text.replaceAll(' ', '')}` : text;
}
