import type { z } from 'zod';
import type { AvailabilityRow } from './queries.ts';
import type { Availability } from './schema.ts';

/** `limited` reads as `available` once `nextAvailableAt` has passed (docs/domain/provider-record.md 21). */
export function availabilityAt(categoryKey: string, row: AvailabilityRow, at: Date): z.input<typeof Availability> {
  const { state, next_available_at: next } = row;
  if (state === 'limited' && next && next > at) return { categoryKey, state, nextAvailableAt: next.toISOString() };
  return { categoryKey, state: state === 'limited' ? 'available' : state, nextAvailableAt: null };
}
