import { z } from 'zod';

/**
 * An integer in a path or query. Decimal digits only: `1e2`, `0x10` and ` 1` are errors (promise
 * I1).
 */
export function wholeNumber(minimum: number, maximum: number) {
  return z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .pipe(z.number().min(minimum).max(maximum))
    .meta({ type: 'integer', minimum, maximum });
}
