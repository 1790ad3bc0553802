import type { z } from 'zod';
import type { SavedViewRow } from './queries.ts';
import type { SavedView } from './schema.ts';

export function savedViewView({ key, name, filters, saved_at }: SavedViewRow): z.input<typeof SavedView> {
  return { key, name, filters: filters as z.input<typeof SavedView>['filters'], savedAt: saved_at.toISOString() };
}
