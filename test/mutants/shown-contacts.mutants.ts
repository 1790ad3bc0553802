import { mutantsOf } from './mutant.ts';

const tests = 'src/values/has-contact.test.ts';
const shown = 'src/values/has-contact.ts';
const telephone = 'src/values/telephone.ts';

/** Texts that show a way to reach somebody. */
export const mutants = mutantsOf('packages/contracts', [
  [shown, ".normalize('NFKD')", '', tests],
  [shown, "isContact(shown) || isContact(shown.replaceAll(betweenLetters, ''))", 'isContact(shown)', tests],
  [
    shown,
    "isContact(shown) || isContact(shown.replaceAll(betweenLetters, ''))",
    "isContact(shown.replaceAll(/ /gu, ''))",
    tests,
  ],
  [shown, 'bracketedDot, link, account]', 'bracketedDot, link]', tests],
  [telephone, 'if (count !== undefined) return { digits: digits + count', 'if (false) return { digits', tests],
  [telephone, ".replaceAll(likeDigit, '0')", '', tests],
  [telephone, '[bilos](?=\\p{Nd})', '[bilos]', tests],
]);
