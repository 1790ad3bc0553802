import { z } from 'zod';
import { wholeNumber } from './whole-number.ts';

/** How many items a page has. The generator of the contract does not see the default of what has a `type` of its own. */
export const pageLimit = wholeNumber(1, 100)
  .default(25)
  .meta({ type: 'integer', minimum: 1, maximum: 100, default: 25 });

/** Query of every list that can grow: 25 by default, 100 at most, more is refused (contract §1). */
export const PageQuery = z.strictObject({
  limit: pageLimit,
  /** Of whatever length: one that is too long is as damaged as any other. */
  cursor: z.string().optional(),
});

/** `{items, nextCursor}`; `nextCursor` is null on the last page. */
export function Page<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}
