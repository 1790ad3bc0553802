import { z } from 'zod';

/** What operators read once a person is erased. Nobody can take it as a name. */
export const formerOperator = 'former operator';

/** Words of Latin letters: letters of other scripts, or signs alone, would pass for the name of a colleague. */
const letters = /^(?=.*\p{L})[\p{Script=Latin}\p{M}0-9]+((\. ?|[ '’-])[\p{Script=Latin}\p{M}0-9]+)*$/u;

/** By which operators know each other; the name of the person stays in identity (docs/domain/lost-work.md 1). */
export const WorkName = z
  .string()
  .trim()
  .min(2)
  .max(40)
  .refine((name) => letters.test(name), { params: { code: 'invalid_characters' } })
  .refine((name) => wordsOf(name) !== wordsOf(formerOperator));

function wordsOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}
