import { anyLetter } from './look-alikes.ts';

/** Digits and letters that pass for one another, after `provider_name_words`; of a doubled letter one. */
const lookalikes: Record<string, string> = { '0': 'o', '1': 'l', i: 'l', '3': 'e', '4': 'a', '5': 's', '7': 't' };
const folded = (text: string) => {
  const letters = Array.from(text, (character) => lookalikes[character] ?? character);
  return letters.filter((letter, at) => letter === ' ' || letter === anyLetter || letter !== letters[at - 1]).join('');
};

/** What claims a check, wherever it stands (docs/domain/names.md 6). Spaces are no bounds, so each is long. */
const stems = [
  ...['verified', 'verifie', 'certified', 'certifie', 'accredit', 'homologue', 'official', 'officiel'],
  ...['trustplatform', 'providertrust'],
  ...['verifiziert', 'zertifiziert', 'akkreditiert', 'geverifieerd', 'gecertificeerd', 'verificado', 'verificada'],
  ...['zweryfikowan', 'certyfikowan', 'akredytowan'],
];
/** What says that the State did: with its endings, since it stands in texts and addresses too. */
const byTheState = ['garanti', 'controle', 'agree'].flatMap((root) =>
  ['', 'e', 's', 'es'].map((ending) => `${root}${ending}parletat`),
);
/** In Cyrillic, since the letters have no Latin twins. */
const cyrillicStems = ['проверен', 'сертифицирован', 'аккредитован', 'официальн'];
const authorities = ['government', 'gouvernement', 'gendarmerie'];
const foldedStems = { check: [...stems, ...byTheState].map(folded), authority: authorities.map(folded) };
/** What claims it as a word of its own or a phrase. */
const approvals = [
  ...['approved', 'approuve', 'approuvee', 'approuves', 'approuvees', 'agree', 'agreee', 'agrees', 'agreees'],
  ...['verif', 'certif', 'erkend', 'erkende', 'verificacion', 'verificato', 'verificata', 'verificati'],
  ...['certificato', 'certificata', 'certificati', 'approvato', 'approvata', 'approvati', 'amtlich', 'oficial'],
].map(folded);
/** What claims it as the beginning of a word: German, Dutch, Spanish, Portuguese, Italian and Polish decline. */
const beginnings = [
  ...['gepruft', 'geprueft', 'zugelassen', 'offiziell', 'goedgekeurd', 'verificad', 'certificad', 'acreditad'],
  ...['aprobad', 'aprovad', 'homologad', 'credenciad', 'ufficial', 'zatwierdzon', 'sprawdzon', 'oficjaln'],
].map(folded);
const authorityWords = [
  ...['police', 'ministry', 'ministere', 'the state', 'state', 'par l etat', 'de l etat', 'd etat'],
].map(folded);

/** `said`: the words of the name in one alphabet. */
export function claimsACheck(said: string): boolean {
  return hasStem(said, 'check') || hasWord(said, approvals) || hasBeginning(said);
}

export function claimsAnAuthority(said: string): boolean {
  return hasStem(said, 'authority') || hasWord(said, authorityWords);
}

export function hasStem(said: string, of: keyof typeof foldedStems): boolean {
  const letters = folded(said.replaceAll(' ', ''));
  return foldedStems[of].some((stem) => letters.includes(stem) || hasWithSigns(letters, stem));
}

/** More signs than letters would make any abbreviation with points a reserved word. */
const signsInAStem = 2;

function hasWithSigns(letters: string, stem: string): boolean {
  if (!letters.includes(anyLetter)) return false;
  return Array.from(letters).some((_letter, at, all) => isAt(all.slice(at, at + 3 * stem.length), stem, signsInAStem));
}

/** A sign is any letter, or none. */
function isAt(letters: readonly string[], stem: string, signs: number): boolean {
  if (stem === '') return true;
  const [first, ...others] = letters;
  if (first === undefined) return false;
  if (first !== anyLetter) return first === stem[0] && isAt(others, stem.slice(1), signs);
  return (signs > 0 && isAt(others, stem.slice(1), signs - 1)) || isAt(others, stem, signs);
}

export function saysSoInCyrillic(text: string): boolean {
  const letters = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, '');
  return cyrillicStems.some((stem) => letters.includes(stem));
}

function hasWord(said: string, reserved: readonly string[]): boolean {
  const text = ` ${folded(said)} `;
  return reserved.some((word) => text.includes(` ${word} `));
}

function hasBeginning(said: string): boolean {
  const text = ` ${folded(said)}`;
  return beginnings.some((word) => text.includes(` ${word}`));
}
