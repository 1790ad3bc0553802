import { z } from 'zod';
import { wholeNumber } from './whole-number.ts';

/** Repeats the default in `meta`, because the generator cannot see it behind an explicit `type`. */
export const pageLimit = wholeNumber(1, 100)
  .default(25)
  .meta({ type: 'integer', minimum: 1, maximum: 100, default: 25 });

/** Query of every paginated list (contract §1). */
export const PageQuery = z.strictObject({
  limit: pageLimit,
  cursor: z.string().optional(),
});

/** `{items, nextCursor}`; `nextCursor` is null on the last page. */
export function Page<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}
