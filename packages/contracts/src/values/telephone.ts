const wordsOf = (list: string) => list.split(' ');

/** How many digits a word of dictation stands for, without accents. `double six` and `triple six` add digits. */
const digitsOfWord = new Map<string, number>([
  ...wordsOf('zero oh o one two three four five six seven eight nine double').map((word) => [word, 1] as const),
  ...wordsOf('un une deux trois quatre cinq sept huit neuf').map((word) => [word, 1] as const),
  ...wordsOf('ten eleven twelve thirteen fourteen fifteen sixteen triple').map((word) => [word, 2] as const),
  ...wordsOf('seventeen eighteen nineteen dix onze douze treize quatorze').map((word) => [word, 2] as const),
  ...wordsOf('quinze seize').map((word) => [word, 2] as const),
  ...wordsOf('null eins zwei drei vier funf sechs sieben acht neun').map((word) => [word, 1] as const),
  ...wordsOf('nul een twee drie vijf zes zeven negen').map((word) => [word, 1] as const),
  ...wordsOf('cero uno dos tres cuatro cinco seis siete ocho nueve').map((word) => [word, 1] as const),
  ...wordsOf('due tre quattro cinque sei sette otto nove').map((word) => [word, 1] as const),
]);
/** A word that follows one of these adds no digit: twenty-one, soixante et onze. */
const tens = new Set([
  ...wordsOf('twenty thirty forty fifty sixty seventy eighty ninety'),
  ...wordsOf('vingt trente quarante cinquante soixante septante octante nonante'),
]);

const date = /(?<!\d)(?:\d{1,2}[./-]\d{1,2}[./-]20[12]\d|20[12]\d-\d\d-\d\d)(?!\d)/g;
/** `O6 l2` for 06 12. */
const likeDigit = /(?<=\p{Nd})[bilos]|[bilos](?=\p{Nd})/gu;
const part = /\p{Nd}|\p{L}+|[^\p{Nd}\p{L}]+/gu;
const betweenDigits = /^[ .()/_*|+·•–—-]{1,3}$/;
/** With commas too: nobody writes a list of prices or years in words. */
const afterWord = /^[ ,;:.()/_*|+·•–—-]{1,3}$/;
const pairsWithCommas = /(?<!\p{Nd})0[1-9](?: ?[,;] ?\p{Nd}{2}){4}/u;

/** Dates, prices and postal codes have fewer digits in a row. */
const enough = 9;

type Run = { digits: number; last: 'digit' | 'word' | 'tens' };

/** True for a number in digits, or in words of the languages above. Takes lower-case text without accents. */
export function hasTelephone(text: string): boolean {
  if (pairsWithCommas.test(text)) return true;
  const dictated = text
    .replaceAll(date, ' date ')
    .replaceAll(likeDigit, '0')
    .replaceAll(/quatre[ -]vingts?/g, 'octante');
  let run: Run = { digits: 0, last: 'digit' };
  for (const [next] of dictated.matchAll(part)) {
    run = continued(run, next);
    if (run.digits >= enough) return true;
  }
  return false;
}

function continued({ digits, last }: Run, next: string): Run {
  if (/^\p{Nd}$/u.test(next)) return { digits: digits + 1, last: 'digit' };
  if (tens.has(next)) return { digits: digits + 2, last: 'tens' };
  const count = digitsOfWord.get(next);
  // Soixante-dix-huit: `dix` is followed by one more word of the same number.
  if (count !== undefined && last === 'tens') return { digits, last: next === 'dix' ? 'tens' : 'word' };
  if (count !== undefined) return { digits: digits + count, last: 'word' };
  return isBetween(next, last) ? { digits, last } : { digits: 0, last: 'digit' };
}

function isBetween(text: string, last: Run['last']): boolean {
  if (last === 'digit') return betweenDigits.test(text);
  return afterWord.test(text) || (last === 'tens' && (text === 'et' || text === 'and'));
}
