import { z } from 'zod';
import { wholeNumber } from './values/numbers-in-text.ts';

/** The generator cannot see the default behind an explicit `type`, so `meta` repeats it. */
export const pageLimit = wholeNumber(1, 100)
  .default(25)
  .meta({ type: 'integer', minimum: 1, maximum: 100, default: 25 });

/** docs/domain/wire-conventions.md 27. */
export const PageQuery = z.strictObject({
  limit: pageLimit.meta({ description: 'How many items to return: 1 to 100, 25 by default.', examples: [25] }),
  cursor: z
    .string()
    .optional()
    .meta({
      description: '`nextCursor` of the previous page. Opaque; valid only for the same filters and caller.',
      examples: ['v1.8Jr2xQ0m.Zt5cYb1nWq'],
    }),
});

/** `nextCursor` is null on the last page. */
export function Page<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item).describe('The items of this page, in order.'),
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: 'Pass it as `cursor` to get the next page; null on the last one.', examples: [null] }),
  });
}
