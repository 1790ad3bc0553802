import { isIP } from 'node:net';
import type { PasskeySettings } from '../../app.ts';
import type { Config } from '../../config.ts';

type Settings = Pick<
  Config,
  'OPERATOR_PASSKEYS' | 'PASSKEY_RP_ID' | 'PASSKEY_ORIGINS' | 'PORTAL_ORIGINS' | 'PUBLIC_URL' | 'TRUST_MODE'
>;

export function passkeySettings(config: Settings): PasskeySettings {
  const { hostname, origin } = new URL(config.PUBLIC_URL);
  // WebAuthn allows no IP address as RP id.
  const host = isIP(hostname.replace(/^\[|\]$/g, '')) ? 'localhost' : hostname;
  return {
    rpId: config.PASSKEY_RP_ID ?? host,
    origins: config.PASSKEY_ORIGINS.length > 0 ? config.PASSKEY_ORIGINS : [origin, ...config.PORTAL_ORIGINS],
    areRequired: arePasskeysRequired(config),
  };
}

export function arePasskeysRequired({
  OPERATOR_PASSKEYS,
  TRUST_MODE,
}: Pick<Settings, 'OPERATOR_PASSKEYS' | 'TRUST_MODE'>): boolean {
  return (OPERATOR_PASSKEYS ?? (TRUST_MODE === 'development' ? 'optional' : 'required')) === 'required';
}
