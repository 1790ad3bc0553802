import { z } from 'zod';

/** What operators read once a person is erased. Nobody can take it as a name. */
export const formerOperator = 'former operator';

const letters = /^[\p{L}\p{M}\p{N} .'’-]+$/u;

/** By which operators know each other; the name of the person stays in identity (docs/domain/lost-work.md 1). */
export const WorkName = z
  .string()
  .trim()
  .min(2)
  .max(40)
  .refine((name) => letters.test(name), { params: { code: 'invalid_characters' } })
  .refine((name) => name.toLowerCase() !== formerOperator);
