import type { z } from 'zod';
import type { AvailabilityRow } from './queries.ts';
import type { Availability } from './schema.ts';

/** What a stored availability means at a moment: `limited` is `available` once its time has come (contract §4). */
export function availabilityAt(categoryKey: string, row: AvailabilityRow, at: Date): z.input<typeof Availability> {
  const { state, next_available_at: next } = row;
  if (state === 'limited' && next && next > at) return { categoryKey, state, nextAvailableAt: next.toISOString() };
  return { categoryKey, state: state === 'limited' ? 'available' : state, nextAvailableAt: null };
}
