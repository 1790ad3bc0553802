import { z } from 'zod';

/** A whole month of UTC: overlapping periods would give away small counts by subtraction (promise P5). */
export const Month = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
  .meta({ description: 'Month of UTC, such as `2026-01`.', examples: ['2026-01'] });

export function boundsOf(month: string): { from: Date; to: Date } {
  const from = new Date(`${month}-01T00:00:00.000Z`);
  return { from, to: new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1)) };
}
