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
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Me}]/gu;
const words = /[\p{L}\p{M}]+/gu;

/** Check marks, stars, seals, shields and medals. */
const signsOfACheck =
  /[\u221a\u2605\u2606\u2611\u2705\u2713\u2714\u2726\u2727\u2729-\u2736\u2b50\u2b51\u{1f31f}\u{1f396}\u{1f3c5}\u{1f3c6}\u{1f4ae}\u{1f530}\u{1f5f8}\u{1f5f9}\u{1f6e1}\u{1f947}-\u{1f949}]/u;
/** Work on a customer's installation, not a check of the provider. */
const infinitives = /\b(?:verifier|certifier)\b/g;

/** Digits and letters that pass for one another, after `provider_name_words`. */
const lookalikes: Record<string, string> = { '0': 'o', '1': 'l', i: 'l', '3': 'e', '4': 'a', '5': 's', '7': 't' };
const folded = (text: string) => text.replace(/[01i3457]/g, (character) => lookalikes[character] ?? character);

/** What claims a check, wherever it stands (docs/domain/names.md 6). */
const stems = [
  ...['verified', 'verifie', 'certified', 'certifie', 'accredit', 'homologue', 'official', 'officiel'],
  ...['trustplatform', 'providertrust'],
];
const authorities = ['government', 'gouvernement', 'gendarmerie'];
const foldedStems = { check: stems.map(folded), authority: authorities.map(folded) };
/** What claims it as a word of its own or a phrase. */
const approvals = [
  ...['approved', 'approuve', 'approuvee', 'approuves', 'approuvees', 'agree', 'agreee', 'agrees', 'agreees'],
].map(folded);
const authorityWords = [
  ...['police', 'ministry', 'ministere', 'the state', 'state', 'par l etat', 'de l etat', 'd etat'],
].map(folded);

/** Throws 400 with the code of what is wrong. A decided look at the name stays with an operator. */
export async function assertNameAllowed(trx: Trx, name: string): Promise<void> {
  assertLetters('displayName', name);
  const said = await nameWords(trx, name.normalize('NFC'));
  if (claimsACheck(said) || claimsAnAuthority(said)) throw invalid('displayName', 'reserved_word');
}

/** Names of documents, in parts. A legal name may name an authority, but none says that somebody checked it. */
export async function assertDeclaredNameAllowed(trx: Trx, parts: Record<string, string>): Promise<void> {
  for (const [field, part] of Object.entries(parts)) assertLetters(field, part);
  const [field = ''] = Object.keys(parts).slice(-1);
  const said = await nameWords(trx, Object.values(parts).join(' ').normalize('NFC'));
  if (claimsACheck(said)) throw invalid(field, 'reserved_word');
}

/** Free text: any language and sign but those that say a check, and the words that are reserved wherever they stand. */
export async function assertTextAllowed(trx: Trx, field: string, text: string): Promise<void> {
  if (signsOfACheck.test(text)) throw invalid(field, 'symbol_not_allowed');
  const said = (await nameWords(trx, text.replace(invisible, ''))).replace(infinitives, ' ');
  if (hasStem(said, 'check') || hasStem(said, 'authority')) throw invalid(field, 'reserved_word');
}

function assertLetters(field: string, name: string): void {
  const text = name.normalize('NFC');
  if (text.search(invisible) >= 0 || text.normalize('NFKC') !== text || !allowed.test(text))
    throw invalid(field, 'symbol_not_allowed');
  for (const [word] of text.matchAll(words))
    if (!ofOneScript.some((script) => script.test(word))) throw invalid(field, 'mixed_scripts');
}

/** `said`: the words of the name in one alphabet. */
function claimsACheck(said: string): boolean {
  return hasStem(said, 'check') || hasWord(said, approvals);
}

function claimsAnAuthority(said: string): boolean {
  return hasStem(said, 'authority') || hasWord(said, authorityWords);
}

function hasStem(said: string, of: keyof typeof foldedStems): boolean {
  const letters = folded(said).replaceAll(' ', '');
  return foldedStems[of].some((stem) => letters.includes(stem));
}

function hasWord(said: string, reserved: readonly string[]): boolean {
  const text = ` ${folded(said)} `;
  return reserved.some((word) => text.includes(` ${word} `));
}
