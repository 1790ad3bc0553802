/** Words without accents in lower case: `Électricité Martin` is `electricite martin`. */
export function searchWords(text: string): string {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

/** A `to_tsquery` for names with a word that begins with each word of the text; empty without words. */
export function prefixQuery(text: string): string {
  return searchWords(text)
    .split(' ')
    .filter(Boolean)
    .map((word) => `${word}:*`)
    .join(' & ');
}
