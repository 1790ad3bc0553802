import { z } from 'zod';
import { rangeOf } from './constraint.ts';

/** An integer in a path or query: decimal digits only, no `1e2` or `0x10` (promise I1). */
export function wholeNumber(minimum: number, maximum: number) {
  return numberIn(/^\d+$/, rangeOf('whole number', minimum, maximum), { type: 'integer', minimum, maximum });
}

/** A number in a query, with at most three digits before the point, and without an exponent. */
export function decimalNumber(minimum: number, maximum: number) {
  return numberIn(/^-?\d{1,3}(\.\d{1,15})?$/, rangeOf('number', minimum, maximum), {
    type: 'number',
    minimum,
    maximum,
  });
}

type Range = { type: 'integer' | 'number'; minimum: number; maximum: number };

function numberIn(form: RegExp, constraint: ReturnType<typeof rangeOf>, range: Range) {
  return z
    .string()
    .refine((text) => form.test(text), { params: { code: 'invalid_format', constraint }, abort: true })
    .transform(Number)
    .pipe(z.number().min(range.minimum).max(range.maximum))
    .meta(range);
}
