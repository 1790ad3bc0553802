const address = /[^\s@]@[^\s@]/u;
const link = /\b(?:https?:\/\/|www\.)/iu;
/** Eight digits or more, however they are grouped: a telephone number. */
const telephone = /\d(?:[\s./()\u2010-\u2015-]{0,2}\d){7}/u;
/** Two decimal degrees with three decimals or more. */
const coordinates = /\d\.\d{3,15}[\s,;]{1,3}-?\d{1,3}\.\d{3}/u;
/** Days, and sums of money. */
const otherNumbers =
  /\b(?:(?:19|20)\d\d-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./](?:19|20)\d\d|[1-9]\d{0,2}(?:[\s.,]\d{3}){1,3}(?= ?(?:€|EUR\b|euros?\b)))/giu;

/** A mechanical first check of what can appear in public; the person who accepts it reads it as well. */
export function disclosesContact(text: string): boolean {
  const rest = text.replace(otherNumbers, ' ');
  return [address, link, telephone, coordinates].some((pattern) => pattern.test(rest));
}
