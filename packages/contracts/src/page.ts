import { z } from 'zod';

/** Query of every list that can grow: 25 by default, 100 at most, more is refused (contract §1). */
export const PageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(25),
  /** Of whatever length: one that is too long is as damaged as any other. */
  cursor: z.string().optional(),
});

/** `{items, nextCursor}`; `nextCursor` is null on the last page. */
export function Page<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}
