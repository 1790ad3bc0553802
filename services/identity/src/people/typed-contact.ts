import { normaliseIdentifier } from '@trust/personal-data/identifier';
import type { Vault } from '../app.ts';

/** The e-mail address or phone number that somebody typed, as contact points store it. */
export function typedContact(vault: Vault, typed: string) {
  const channel = typed.includes('@') ? 'email' : 'sms';
  const identifier = normaliseIdentifier(channel, typed);
  return { channel, identifier, identifierIndex: vault.indexOf(channel, identifier) } as const;
}
