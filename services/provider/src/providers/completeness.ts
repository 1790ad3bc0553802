import type { Parts, ProviderRow } from './queries.ts';

/** What has to be there before a provider is active. */
export type MissingPart = 'profile' | 'service' | 'location';

/** A location is there when the public can be told where to find the service; a private base alone tells nobody. */
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
