import { invalid } from '@trust/service-kit/problems/problem';

const address = /[^\s@]@[^\s@]/u;
const link = /\b(?:https?:\/\/|www\.)/iu;
/** Eight digits or more, however they are grouped: a telephone number. */
const telephone = /\d(?:[ ./()-]{0,2}\d){7}/u;
/** Two decimal degrees with three decimals or more. */
const coordinates = /\d\.\d{3,15}[ ,;]{1,3}-?\d{1,3}\.\d{3}/u;

/** A mechanical first check of a public-safe summary; the person who accepts it reads it as well. */
export function disclosesContact(text: string): boolean {
  return [address, link, telephone, coordinates].some((pattern) => pattern.test(text));
}

/** Agents agree on the place with the provider: instructions hold no contact data, as no summary does (promise D1). */
export function assertPublicSafe(field: 'instructions' | 'summary', text: string | undefined): void {
  if (text !== undefined && disclosesContact(text)) throw invalid(field, 'private_data');
}
