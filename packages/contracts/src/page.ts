import { z } from 'zod';
import { wholeNumber } from './whole-number.ts';

/** The generator cannot see the default behind an explicit `type`, so `meta` repeats it. */
export const pageLimit = wholeNumber(1, 100)
  .default(25)
  .meta({ type: 'integer', minimum: 1, maximum: 100, default: 25 });

/** Contract §1. */
export const PageQuery = z.strictObject({
  limit: pageLimit,
  cursor: z.string().optional(),
});

/** `nextCursor` is null on the last page. */
export function Page<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}
