import { invalid } from '@trust/service-kit/problems/problem';
import type { Trx } from '../../app.ts';
import { nameWords } from './queries.ts';

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
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Me}]/u;
const words = /[\p{L}\p{M}]+/gu;

/** Digits and letters that pass for one another, after `provider_name_words`. */
const lookalikes: Record<string, string> = { '0': 'o', '1': 'l', i: 'l', '3': 'e', '4': 'a', '5': 's', '7': 't' };
const folded = (text: string) => text.replace(/[01i3457]/g, (character) => lookalikes[character] ?? character);

/** What claims a check, wherever it stands (docs/domain/names.md 6). */
const stems = ['verified', 'verifie', 'certified', 'certifie', 'accredit', 'homologue', 'official', 'officiel'];
const authorities = ['government', 'gouvernement', 'gendarmerie', 'trustplatform', 'providertrust'];
const reservedStems = [...stems, ...authorities].map(folded);
/** What claims it as a word of its own or a phrase. */
const reservedWords = [
  ...['approved', 'approuve', 'approuvee', 'approuves', 'approuvees', 'agree', 'agreee', 'agrees', 'agreees'],
  ...['police', 'ministry', 'ministere', 'the state', 'state', 'par l etat', 'de l etat', 'd etat'],
].map(folded);

/** Throws 400 with the code of what is wrong. A decided look at the name stays with an operator. */
export async function assertNameAllowed(trx: Trx, name: string): Promise<void> {
  const text = name.normalize('NFC');
  if (invisible.test(text) || text.normalize('NFKC') !== text || !allowed.test(text))
    throw invalid('displayName', 'symbol_not_allowed');
  for (const [word] of text.matchAll(words))
    if (!ofOneScript.some((script) => script.test(word))) throw invalid('displayName', 'mixed_scripts');
  if (claimsACheck(await nameWords(trx, text))) throw invalid('displayName', 'reserved_word');
}

/** `said`: the words of the name in one alphabet. */
export function claimsACheck(said: string): boolean {
  const text = ` ${folded(said)} `;
  const letters = text.replaceAll(' ', '');
  return (
    reservedStems.some((stem) => letters.includes(stem)) || reservedWords.some((word) => text.includes(` ${word} `))
  );
}
