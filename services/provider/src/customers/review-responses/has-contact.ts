const email = /[^\s@]@[^\s@.]+\.[^\s@.]/;
/** Nine digits or more with signs between them: dates, prices and postal codes are shorter. */
const telephone = /(?:\d[ .()/\u00a0\u202f-]{0,2}){8}\d/;

/** True if the text shows an e-mail address or a telephone number (promise P4). */
export function hasContact(text: string): boolean {
  return email.test(text) || telephone.test(text);
}
