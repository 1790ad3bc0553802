import { readConfig } from '@trust/service-kit/config';
import { expect, test } from 'vitest';
import { Settings } from './config.ts';
import { passkeySettings } from './sign-in/passkeys/settings.ts';

const read = (SMS_COUNTRIES?: string) =>
  readConfig(Settings.pick({ SMS_COUNTRIES: true }), { SMS_COUNTRIES }).SMS_COUNTRIES;

test('A6 requires SMS_COUNTRIES', () => {
  expect(read('BE, FR')).toEqual(['BE', 'FR']);
  for (const wrong of [undefined, '', 'BE,Belgium', '+32']) expect(() => read(wrong)).toThrow(/SMS_COUNTRIES/);
});

test('passkeys are required in production, and bound to the host of PUBLIC_URL and the portals by default', () => {
  const passkeysOf = (settings: Record<string, string>) =>
    passkeySettings(
      readConfig(
        Settings.pick({
          TRUST_MODE: true,
          PUBLIC_URL: true,
          PORTAL_ORIGINS: true,
          OPERATOR_PASSKEYS: true,
          PASSKEY_RP_ID: true,
          PASSKEY_ORIGINS: true,
        }),
        { PUBLIC_URL: 'https://trust.example.org', ...settings },
      ),
    );
  const origins = ['https://trust.example.org', 'https://portal.example.org'];
  expect(passkeysOf({ PORTAL_ORIGINS: 'https://portal.example.org' })).toEqual({
    rpId: 'trust.example.org',
    origins,
    areRequired: true,
  });
  const local = { PUBLIC_URL: 'http://127.0.0.1:8080', TRUST_MODE: 'development' };
  expect(passkeysOf(local)).toMatchObject({ rpId: 'localhost', areRequired: false });
  expect(passkeysOf({ ...local, OPERATOR_PASSKEYS: 'required' })).toMatchObject({ areRequired: true });
  const chosen = { PASSKEY_RP_ID: 'example.org', PASSKEY_ORIGINS: 'https://desk.example.org' };
  expect(passkeysOf(chosen)).toMatchObject({ rpId: 'example.org', origins: ['https://desk.example.org'] });
  for (const PASSKEY_RP_ID of ['https://example.org', '192.0.2.1'])
    expect(() => passkeysOf({ PASSKEY_RP_ID })).toThrow(/PASSKEY_RP_ID/);
});
