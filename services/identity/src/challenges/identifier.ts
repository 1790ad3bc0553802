import { invalid } from '@trust/service-kit/problem';
import parsePhoneNumber from 'libphonenumber-js/mobile';
import { z } from 'zod';

export type Channel = 'sms' | 'email';

/**
 * One spelling for each person's number or address: E.164, or trimmed lower case. Throws 400 for what cannot be one; whether
 * somebody is known under it makes no difference here (promise A2).
 */
export function normaliseIdentifier(channel: Channel, identifier: string): string {
  if (channel === 'email') {
    const address = z.email().safeParse(identifier.trim().toLowerCase().normalize('NFC'));
    if (!address.success)
      throw invalid('identifier', 'invalid_format', {
        en: 'Give an e-mail address, such as name@example.org.',
        fr: 'Indiquez une adresse e-mail, par exemple nom@example.org.',
      });
    return address.data;
  }
  const number = parsePhoneNumber(identifier);
  if (!number?.isPossible())
    throw invalid('identifier', 'invalid_format', {
      en: 'Give a mobile number with its country code, such as +32 470 12 34 56.',
      fr: 'Indiquez un numéro de mobile avec son indicatif de pays, par exemple +32 470 12 34 56.',
    });
  return number.number;
}
