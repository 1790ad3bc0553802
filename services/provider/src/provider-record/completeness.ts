import type { Parts, ProviderRow } from './provider-row.ts';

export type MissingPart = 'profile' | 'service' | 'location';

/** A private base alone is no location: it is never public. */
export function missingParts(
  { summary }: Pick<ProviderRow, 'summary'>,
  { activeServices, location }: Parts,
): MissingPart[] {
  const missing: MissingPart[] = [];
  if (summary === null) missing.push('profile');
  if (activeServices === 0) missing.push('service');
  if (!location.publicPremisesConfigured && !location.serviceAreaConfigured) missing.push('location');
  return missing;
}
