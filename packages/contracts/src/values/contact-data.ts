import { hasContact } from './has-contact.ts';

/** Eight digits or more, however they are grouped. `hasContact` asks for nine: customers write of prices and years. */
const telephone = /\d(?:[\s./()\u2010-\u2015-]{0,2}\d){7}/u;
/** Two decimal degrees with three decimals or more. */
const coordinates = /\d\.\d{3,15}[\s,;]{1,3}-?\d{1,3}\.\d{3}/u;
/** Days, and sums of money. */
const otherNumbers =
  /\b(?:(?:19|20)\d\d-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./](?:19|20)\d\d|[1-9]\d{0,2}(?:[\s.,]\d{3}){1,3}(?= ?(?:€|EUR\b|euros?\b)))/giu;

/**
 * Of what operators and agents write and the public may read: a contact, a short telephone number or coordinates. A mechanical
 * first check; the person who accepts the text reads it as well.
 */
export function disclosesContact(text: string): boolean {
  const rest = text.replace(otherNumbers, ' ');
  return hasContact(rest) || telephone.test(rest) || coordinates.test(rest);
}
