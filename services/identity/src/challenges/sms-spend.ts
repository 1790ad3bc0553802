import type { LimitName } from '@trust/contracts/limits';
import type { RateLimits } from '@trust/service-kit/database/rate-limit';
import parsePhoneNumber, { type CountryCode } from 'libphonenumber-js/mobile';

/** Why nothing is sent, though the answer is the same as ever (promises A2, A6). */
export type Withheld = 'country' | 'range' | 'prefix' | 'budget' | 'identity' | 'stopped';

/** All numbers of a block of ten thousand: whoever is paid for traffic holds such blocks. */
export function prefixOf(number: string): string {
  return number.slice(0, -4);
}

/**
 * Whether a code may be sent to a number, and if so, pays for it. Only mobile numbers of the countries where we offer SMS: the
 * rest may be premium or of shared cost. Always counts three times, so that the time tells nothing; what is withheld counts
 * apart and takes nothing of the budget. `refusal`: a reason to withhold the code that is known already.
 */
export async function paySms(
  { limits, smsCountries }: { limits: RateLimits; smsCountries: readonly CountryCode[] },
  number: string,
  refusal?: Withheld,
): Promise<Withheld | undefined> {
  const { country = '', refused } = planOf(number, smsCountries);
  let withheld: Withheld | undefined = refusal ?? refused;
  const pay = async (name: LimitName, key: string, otherwise: Withheld) => {
    const isLeft = await limits.takeSilently(name, withheld ? 'withheld' : key);
    withheld ??= isLeft ? undefined : otherwise;
  };
  await pay('sms-prefix', prefixOf(number), 'prefix');
  await pay('sms-country', country, 'budget');
  await pay('sms-budget', 'all', 'budget');
  return withheld;
}

function planOf(number: string, smsCountries: readonly CountryCode[]): { country?: CountryCode; refused?: Withheld } {
  const parsed = parsePhoneNumber(number);
  if (!parsed?.country || !smsCountries.includes(parsed.country)) return { refused: 'country' };
  // The metadata is that of mobile numbers only, so whatever else a plan knows is not valid.
  return parsed.isValid() ? { country: parsed.country } : { refused: 'range' };
}
