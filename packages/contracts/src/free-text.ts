import { z } from 'zod';

/**
 * What no text holds: control characters other than tab and line break, half characters, and the marks that turn the order of everything after
 * them around (Unicode TR36 §2.5), with which a name can read as another one. Letters that are written from right to left need no such mark.
 */
export const forbiddenCharacters = /(?![\t\n\r])[\p{Cc}\p{Cs}]|[\u202a-\u202e\u2066-\u2069]/u;
const lineBreaks = /[\t\n\r\u2028\u2029]/;

const fault = { params: { code: 'invalid_characters' } };

/** What people type where there is one line: a name, a label. Its length in UTF-16 units, without blanks at the ends. */
export function singleLine(min: number, max: number) {
  return multiLine(min, max).refine((text) => !lineBreaks.test(text), fault);
}

/** What people type where there is room: a summary, a reason. Line breaks are welcome. */
export function multiLine(min: number, max: number) {
  return z
    .string()
    .trim()
    .min(min)
    .max(max)
    .refine((text) => !forbiddenCharacters.test(text), fault);
}

/** Why an operator does something (contract §3): 10 to 500 characters, for the audit entry. */
export const Reason = multiLine(10, 500);
