import type { LimitName } from '@trust/contracts/limits';
import { invalid } from '@trust/service-kit/problems/problem';
import type { RateLimits } from '@trust/service-kit/rate-limits/rate-limit';
import parsePhoneNumber, { type CountryCode } from 'libphonenumber-js/mobile';

/** Why a code is not sent. The response does not show it (promises A2, A6). */
export type WithholdingReason = 'country' | 'range' | 'prefix' | 'budget' | 'identity' | 'stopped';

/** A block of ten thousand numbers. SMS fraud uses whole blocks (promise A6). */
export function smsPrefixOf(number: string): string {
  return number.slice(0, -4);
}

/** Takes three points in every case, for equal times; a withheld SMS takes none of the budget. */
export async function takeSmsLimits(
  { limits, smsCountries }: { limits: RateLimits; smsCountries: readonly CountryCode[] },
  number: string,
  refusal?: WithholdingReason,
): Promise<WithholdingReason | undefined> {
  const { country = '', refused } = checkNumber(number, smsCountries);
  let withheld: WithholdingReason | undefined = refusal ?? refused;
  const take = async (name: LimitName, key: string, reason: WithholdingReason) => {
    const isAllowed = await limits.takeSilently(name, withheld ? 'withheld' : key);
    withheld ??= isAllowed ? undefined : reason;
  };
  await take('sms-prefix', smsPrefixOf(number), 'prefix');
  await take('sms-country', country, 'budget');
  await take('sms-budget', 'all', 'budget');
  return withheld;
}

/** The countries are public (`GET /auth/channels`), so this says nothing of a person (promise A2). */
export function requireServedCountry(number: string, smsCountries: readonly CountryCode[]): void {
  if (checkNumber(number, smsCountries).refused !== 'country') return;
  const served = [...smsCountries].sort().join(', ');
  throw invalid('identifier', 'country_not_served', {
    en: `SMS reaches mobile numbers of these countries: ${served || 'none'}. Use an e-mail address, or a number of one of them.`,
    fr: `Les SMS atteignent les numéros mobiles de ces pays\u00a0: ${served || 'aucun'}. Utilisez une adresse e-mail ou un numéro de l’un d’eux.`,
  });
}

export function isReachableBySms(number: string, smsCountries: readonly CountryCode[]): boolean {
  return checkNumber(number, smsCountries).refused === undefined;
}

function checkNumber(
  number: string,
  smsCountries: readonly CountryCode[],
): { country?: CountryCode; refused?: WithholdingReason } {
  const parsed = parsePhoneNumber(number);
  if (!parsed?.country || !smsCountries.includes(parsed.country)) return { refused: 'country' };
  // The library's mobile metadata makes every other kind of number invalid.
  return parsed.isValid() ? { country: parsed.country } : { refused: 'range' };
}
