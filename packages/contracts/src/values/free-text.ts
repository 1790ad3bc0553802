import { z } from 'zod';

/** Controls, unpaired surrogates; bidirectional controls make names look alike (TR36 §2.5). */
export const forbiddenCharacters = /(?![\t\n\r])[\p{Cc}\p{Cs}]|[\u202a-\u202e\u2066-\u2069]/u;
const lineBreaks = /[\t\n\r\u2028\u2029]/;

/** One character that shows: a reason or a name of zero-width characters and fillers looks empty. */
const visible = /[^\s\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u;

const fault = { params: { code: 'invalid_characters' } };

/** Trimmed, without line breaks; length in UTF-16 code units. */
export function singleLine(min: number, max: number) {
  return multiLine(min, max).refine((text) => !lineBreaks.test(text), fault);
}

/** Trimmed, with line breaks; length in UTF-16 code units. */
export function multiLine(min: number, max: number) {
  return z
    .string()
    .trim()
    .min(min)
    .max(max)
    .refine((text) => !forbiddenCharacters.test(text), fault)
    .refine((text) => text === '' || visible.test(text), { params: { code: 'required' } });
}

const words = /(?:\p{L}\p{M}*){2,}/gu;
/** In these scripts no space is between words. */
const unspaced =
  /(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]\p{M}*){4}/u;

function hasWords(text: string): boolean {
  return (text.match(words)?.length ?? 0) >= 2 || unspaced.test(text);
}

const shortestReason = 10;

/** Reason of an operator for the audit log (docs/domain/roles-and-step-up.md 11). */
export const Reason = multiLine(shortestReason, 500).refine(
  // A shorter one is `too_small` already.
  (text) => text.length < shortestReason || hasWords(text),
  { params: { code: 'words_required' } },
);
