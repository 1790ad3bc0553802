import { valueList } from '@trust/contracts/values/value-list';
import type { z } from 'zod';

export const EmergencyState = valueList({
  active: { en: 'Active', fr: 'Active', means: 'In force.' },
  awaiting_review: {
    en: 'Waiting for review',
    fr: 'En attente d’examen',
    means: 'Ended, and waits for the review of another operator.',
  },
  reviewed: { en: 'Reviewed', fr: 'Examinée', means: 'Reviewed by another operator. Final.' },
});
export type EmergencyState = z.output<typeof EmergencyState>;

/** docs/domain/overrides-and-emergency-actions.md 18, 28. */
export const defaultHours = 24;
export const maxHours = 72;
export const reviewWorkingDays = 5;

type Ends = { expires_at: Date; lifted_at: Date | null };

export function endsAt({ expires_at, lifted_at }: Ends): Date {
  return lifted_at ?? expires_at;
}

/** The end is computed when read (promise M4). */
export function emergencyStateAt(action: Ends & { reviewed_at: Date | null }, now: Date): EmergencyState {
  if (action.reviewed_at) return 'reviewed';
  return endsAt(action) > now ? 'active' : 'awaiting_review';
}
