import { z } from 'zod';

/** The generator of the contract writes a union with this key as `oneOf`. */
export const exactlyOneKey = 'x-exactly-one';

/** A body of which exactly one form fits: each has a required field that the others do not take. */
export function exactlyOne<const Forms extends readonly [z.ZodObject, z.ZodObject, ...z.ZodObject[]]>(forms: Forms) {
  return z.xor(forms).meta({ [exactlyOneKey]: true });
}
