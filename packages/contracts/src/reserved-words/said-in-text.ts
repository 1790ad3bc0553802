import { latinReadings } from './look-alikes.ts';
import { hasStem, saysSoInCyrillic } from './reserved-words.ts';

const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{M}]/gu;
/** Work on a customer's installation, not a check of the provider. */
const infinitives = /\b(?:verifier|certifier)\b/g;
/** The letters of `P.O.L.I.C.E.` and `J. R.` belong together. */
const spelled = /(?<=(?:^| )[\p{L}\p{N}]) (?=[\p{L}\p{N}](?: |$))/gu;
/** Letters that NFKD leaves and `latinReadings` keeps. */
const others: Record<string, string> = {
  ...{ в: 'b', к: 'k', м: 'm', н: 'h', т: 't', ε: 'e', ζ: 'z', η: 'h', κ: 'k', μ: 'm', ς: 's', τ: 't', χ: 'x' },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ð: 'd' },
};

/** Free text: the words that claim a check or an authority wherever they stand. */
export function saysACheck(text: string): boolean {
  return isSaidIn(text, (said) => {
    const rest = said.replace(infinitives, ' ');
    return hasStem(rest, 'check') || hasStem(rest, 'authority');
  });
}

/** True if a reader may take the text so, in Latin letters without accents and signs. */
export function isSaidIn(text: string, says: (said: string) => boolean): boolean {
  return saysSoInCyrillic(text) || latinReadings(text).some((reading) => says(wordsOf(reading)));
}

function wordsOf(reading: string): string {
  const letters = reading.normalize('NFKD').replace(invisible, '').toLowerCase();
  return Array.from(letters, (letter) => others[letter] ?? letter)
    .join('')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(spelled, '');
}
