import type { z } from 'zod';
import type { ResponseRow, ResponseValue } from './queries.ts';
import type { ReviewResponse } from './schema.ts';

export function responseBody(
  { id, review_id, text, state, responded_at }: ResponseRow | ResponseValue,
  { category_key }: { category_key: string },
): z.input<typeof ReviewResponse> {
  const respondedAt = new Date(responded_at).toISOString();
  return { id, reviewId: review_id, categoryKey: category_key, text, state, respondedAt };
}
