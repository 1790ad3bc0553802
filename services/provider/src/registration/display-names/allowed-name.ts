import { domainToUnicode } from 'node:url';
import { claimsACheck, claimsAnAuthority, hasStem } from '@trust/contracts/reserved-words/reserved-words';
import { isSaidIn, saysACheck } from '@trust/contracts/reserved-words/said-in-text';
import { hasSignOfACheck } from '@trust/contracts/reserved-words/signs-of-a-check';
import { hasContact } from '@trust/contracts/values/has-contact';
import { invalid } from '@trust/service-kit/problems/problem';

/** Scripts in everyday use (UAX 31, table 5), and Tifinagh. */
const ofOneScript = [
  ...[
    /^[\p{scx=Latin}\p{M}]+$/u,
    /^[\p{scx=Greek}\p{M}]+$/u,
    /^[\p{scx=Cyrillic}\p{M}]+$/u,
    /^[\p{scx=Armenian}\p{M}]+$/u,
  ],
  ...[
    /^[\p{scx=Georgian}\p{M}]+$/u,
    /^[\p{scx=Hebrew}\p{M}]+$/u,
    /^[\p{scx=Arabic}\p{M}]+$/u,
    /^[\p{scx=Ethiopic}\p{M}]+$/u,
  ],
  ...[
    /^[\p{scx=Thaana}\p{M}]+$/u,
    /^[\p{scx=Tifinagh}\p{M}]+$/u,
    /^[\p{scx=Devanagari}\p{M}]+$/u,
    /^[\p{scx=Bengali}\p{M}]+$/u,
  ],
  ...[
    /^[\p{scx=Gurmukhi}\p{M}]+$/u,
    /^[\p{scx=Gujarati}\p{M}]+$/u,
    /^[\p{scx=Oriya}\p{M}]+$/u,
    /^[\p{scx=Tamil}\p{M}]+$/u,
  ],
  ...[
    /^[\p{scx=Telugu}\p{M}]+$/u,
    /^[\p{scx=Kannada}\p{M}]+$/u,
    /^[\p{scx=Malayalam}\p{M}]+$/u,
    /^[\p{scx=Sinhala}\p{M}]+$/u,
  ],
  ...[/^[\p{scx=Thai}\p{M}]+$/u, /^[\p{scx=Lao}\p{M}]+$/u, /^[\p{scx=Tibetan}\p{M}]+$/u, /^[\p{scx=Myanmar}\p{M}]+$/u],
  ...[/^[\p{scx=Khmer}\p{M}]+$/u, /^[\p{scx=Hangul}\p{M}]+$/u, /^[\p{scx=Bopomofo}\p{M}]+$/u],
  // Words of Japanese have three scripts, and Han stands beside Hangul and Bopomofo.
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{M}]+$/u,
  /^[\p{scx=Han}\p{scx=Hangul}\p{M}]+$/u,
  /^[\p{scx=Han}\p{scx=Bopomofo}\p{M}]+$/u,
];

/** A letter with at most three marks, a digit, a space, or punctuation of names. */
const allowed = /^(?:\p{L}\p{M}{0,3}|\p{Nd}|[ '’\-‐–.,&+()/°·:])+$/u;
/** Phonetic and medieval letters, small capitals among them; not the letters of African languages. */
const rareLatin =
  /[\u1d00-\u1dbf\u2c60-\u2c7f\ua720-\ua7ff\uab30-\uab6f\u0250-\u0252\u0255\u0258-\u025a\u025c-\u0262\u0264-\u0268\u026a-\u0271\u0273-\u028a\u028c-\u02af]/u;
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Me}]/gu;
const words = /[\p{L}\p{M}]+/gu;

/** Throws 400 with the code of what is wrong. A decided look at the name stays with an operator. */
export function assertNameAllowed(name: string): void {
  assertLetters('displayName', name);
  const says = (said: string) => claimsACheck(said) || claimsAnAuthority(said);
  if (isSaidIn(name, says)) throw invalid('displayName', 'reserved_word');
}

/** Names of documents, in parts. A legal name may name an authority, but none says that somebody checked it. */
export function assertDeclaredNameAllowed(parts: Record<string, string>): void {
  for (const [field, part] of Object.entries(parts)) assertLetters(field, part);
  const [field = ''] = Object.keys(parts).slice(-1);
  if (isSaidIn(Object.values(parts).join(' '), claimsACheck)) throw invalid(field, 'reserved_word');
}

/** Free text: any language and sign but those that say a check, and the words that are reserved wherever they stand. */
export function assertTextAllowed(field: string, text: string): void {
  assertSaysNothing(field, text, saysACheck);
}

/** A public address. A street may be named after an authority. */
export function assertAddressAllowed(field: string, text: string): void {
  assertSaysNothing(field, text, (address) => isSaidIn(address, (said) => hasStem(said, 'check')));
}

function assertSaysNothing(field: string, text: string, says: (text: string) => boolean): void {
  if (hasSignOfACheck(text)) throw invalid(field, 'symbol_not_allowed');
  // What a machine finds no operator has to read (docs/domain/names.md 20).
  if (hasContact(text)) throw invalid(field, 'contact_not_allowed');
  if (says(text)) throw invalid(field, 'reserved_word');
}

/** The host of a link is read as words too. The path is on a page of the provider. */
export function assertWebsiteAllowed(website: string): void {
  const host = domainToUnicode(new URL(website).hostname);
  if (isSaidIn(host, claimsACheck)) throw invalid('website', 'reserved_word');
}

function assertLetters(field: string, name: string): void {
  const text = name.normalize('NFC');
  if (text.search(invisible) >= 0 || text.normalize('NFKC') !== text || rareLatin.test(text) || !allowed.test(text))
    throw invalid(field, 'symbol_not_allowed');
  for (const [word] of text.matchAll(words))
    if (!ofOneScript.some((script) => script.test(word))) throw invalid(field, 'mixed_scripts');
}
