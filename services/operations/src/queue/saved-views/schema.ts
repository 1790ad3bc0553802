import { singleLine } from '@trust/contracts/free-text';
import { z } from 'zod';
import { triageFilters, triageOrders } from '../schema.ts';

export const viewsPerOperator = 20;

export const SavedViewParams = z.object({
  viewKey: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    .max(40),
});

const sort = z.enum(triageOrders).optional();

export const SavedViewUpdate = z
  .strictObject({ name: singleLine(1, 60), filters: z.strictObject({ ...triageFilters, sort }) })
  .meta({ id: 'SavedViewUpdate' });

export const SavedView = z
  .object({
    key: z.string(),
    name: z.string(),
    filters: z.object({ ...triageFilters, sort }),
    savedAt: z.iso.datetime(),
  })
  .meta({ id: 'SavedView' });

export const SavedViewList = z.object({ items: z.array(SavedView) }).meta({ id: 'SavedViewList' });
