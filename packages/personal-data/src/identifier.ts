import { domainToASCII } from 'node:url';
import { invalid } from '@trust/service-kit/problems/problem';
import parsePhoneNumber, { type CountryCode } from 'libphonenumber-js/mobile';
import { z } from 'zod';

export type Channel = 'sms' | 'email';

/** Returns E.164 or a lower-case e-mail address. Throws 400 that names `field`; never looks it up (promise A2). */
export function normaliseIdentifier(
  channel: Channel,
  identifier: string,
  { home, field = 'identifier' }: { home?: CountryCode | undefined; field?: string } = {},
): string {
  return channel === 'email'
    ? normaliseAddress(identifier.normalize('NFC').trim(), field)
    : normaliseNumber(identifier.normalize('NFKC').trim(), field, home);
}

/** Enough to recognise a contact that one knows: `a•••@e•••.org`, `+33•••78`. */
export function maskIdentifier(identifier: string): string {
  const [name = '', host] = identifier.split('@');
  if (host === undefined) return `${name.slice(0, 3)}•••${name.slice(-2)}`;
  return `${name.slice(0, 1)}•••@${host.slice(0, 1)}•••${host.slice(host.lastIndexOf('.')).slice(0, 24)}`;
}

/** Keeps `+tag`: some hosts treat it as another mailbox (docs/domain/sign-in-and-sessions.md 11). */
function normaliseAddress(text: string, field: string): string {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  const domain = text.slice(at + 1);
  // ASCII only: lower-casing turns some other letters into ASCII. `domainToASCII` would accept
  // parts of a URL.
  const lowered = local.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const address = `${lowered}@${/[%/\\?#:]/.test(domain) ? '' : domainToASCII(domain)}`;
  if (!isAddress(address) || local.length > 64 || address.length > 254)
    throw invalid(field, 'invalid_format', {
      en: 'Invalid email address. Example: name@example.org.',
      fr: 'Adresse e-mail non valide. Exemple : nom@example.org.',
    });
  return address;
}

function isAddress(address: string): boolean {
  // Requires a public host name: no IP address, no single label.
  const top = address.includes('.') ? address.slice(address.lastIndexOf('.') + 1) : '';
  const hasName = top.length >= 2 && !/^\d+$/.test(top);
  return hasName && z.email({ pattern: z.regexes.html5Email }).safeParse(address).success;
}

function normaliseNumber(text: string, field: string, home: CountryCode | undefined): string {
  // `00` is the international prefix nearly everywhere, and no national number starts with it.
  const dialled = text.replace(/^00(?=\s*[1-9])/, '+');
  const number = parsePhoneNumber(dialled, { extract: false, ...(home && { defaultCountry: home }) });
  if (!number?.isPossible() || number.ext)
    throw invalid(field, 'invalid_format', {
      en: 'Invalid mobile number. Include the country code, for example +32 470 12 34 56.',
      fr: 'Numéro de mobile non valide. Indiquez-le avec l’indicatif du pays, par exemple +32 470 12 34 56.',
    });
  return number.number;
}
