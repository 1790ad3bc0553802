import { valueList } from '@trust/contracts/values/value-list';
import type { z } from 'zod';

export const EmergencyState = valueList('emergencyState', {
  active: { en: 'Active', fr: 'Active', means: { en: 'In force.', fr: 'En vigueur.' } },
  awaiting_review: {
    en: 'Waiting for review',
    fr: 'En attente d’examen',
    means: {
      en: 'Ended, and waits for the review of another operator.',
      fr: 'Terminée, elle attend l’examen d’un autre opérateur.',
    },
  },
  reviewed: {
    en: 'Reviewed',
    fr: 'Examinée',
    means: { en: 'Reviewed by another operator. Final.', fr: 'Examinée par un autre opérateur. Définitif.' },
  },
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
