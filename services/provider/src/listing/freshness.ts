import { valueList } from '@trust/contracts/values/value-list';
import type { z } from 'zod';

export const dueDays = 30;

export const Freshness = valueList('availabilityFreshness', {
  fresh: {
    en: 'Valid for more than 30 days',
    fr: 'Valable plus de 30 jours',
    means: '`validUntil` is more than 30 days ahead.',
  },
  due: { en: 'Expires within 30 days', fr: 'Expire sous 30 jours', means: '`validUntil` is at most 30 days ahead.' },
  expired: { en: 'Expired', fr: 'Expirée', means: '`validUntil` has passed.' },
});

/** Computed when read; no job updates it (promise M4). */
export function freshnessAt(validUntil: Date, at: Date): z.output<typeof Freshness> {
  if (validUntil <= at) return 'expired';
  return validUntil.getTime() - at.getTime() <= dueDays * 86_400_000 ? 'due' : 'fresh';
}
