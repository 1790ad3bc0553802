import { z } from 'zod';

/** An integer in a path or query: decimal digits only, no `1e2` or `0x10` (promise I1). */
export function wholeNumber(minimum: number, maximum: number) {
  return z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .pipe(z.number().min(minimum).max(maximum))
    .meta({ type: 'integer', minimum, maximum });
}
