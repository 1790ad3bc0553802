import { Page } from '@trust/contracts/page';
import { singleLine } from '@trust/contracts/values/free-text';
import { z } from 'zod';
import { TriageOrder, triageFilters } from '../schema.ts';

export const viewsPerOperator = 20;

export const SavedViewParams = z.object({
  viewKey: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    .max(40)
    .meta({
      description: 'Key of the view: lower-case letters, digits and hyphens, at most 40.',
      examples: ['late-reviews'],
    }),
});

const sort = TriageOrder.optional();

export const SavedViewUpdate = z
  .strictObject({
    name: singleLine(1, 60).meta({ description: 'Name of the view, 1 to 60 characters.', examples: ['Late reviews'] }),
    filters: z
      .strictObject({ ...triageFilters, sort: sort.describe('Order of the items.') })
      .describe('Filters of the work queue; the same as in its query.'),
  })
  .meta({ id: 'SavedViewUpdate' });

export const SavedView = z
  .object({
    key: z.string().meta({ description: 'Key of the view.', examples: ['late-reviews'] }),
    name: z.string().meta({ description: 'Name of the view.', examples: ['Late reviews'] }),
    filters: z
      .object({ ...triageFilters, sort: sort.describe('Order of the items.') })
      .describe('Filters of the work queue.'),
    savedAt: z.iso.datetime().describe('When it was saved last.'),
  })
  .meta({ id: 'SavedView' });

export const SavedViewPage = Page(SavedView).meta({ id: 'SavedViewPage' });
