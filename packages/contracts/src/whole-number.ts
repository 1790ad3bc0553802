import { z } from 'zod';

/**
 * A whole number in a path or a query, where every value is text. Only decimal digits: `1e2`, `0x10` and ` 1` are refused and not
 * converted (promise I1).
 */
export function wholeNumber(minimum: number, maximum: number) {
  return z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .pipe(z.number().min(minimum).max(maximum))
    .meta({ type: 'integer', minimum, maximum });
}
