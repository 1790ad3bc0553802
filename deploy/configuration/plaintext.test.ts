import { settingFaults } from '@trust/service-kit/config';
import { expect, test } from 'vitest';
import { services } from '../local/services.ts';
import { createSecrets } from '../local/settings/secrets.ts';
import { type SettingsInput, settingsFor } from '../local/settings/settings.ts';
import { configs } from './configs.ts';

const ports = Object.fromEntries([...services, 'postgres', 'nats'].map((name) => [name, 8080]));
const input: SettingsInput = {
  hostOf: (part) => part,
  ports: ports as SettingsInput['ports'],
  secrets: createSecrets(),
  dirs: { evidence: '/data', audit: '/data' },
  mode: 'production',
  publicUrl: 'https://trust.example.org',
};

test.each(services)('SC4 in production %s refuses each address that is not encrypted, and no other setting', (name) => {
  const own = settingsFor(input).services[name];
  const addresses = Object.keys(own).filter((key) => key.endsWith('_URL') && key !== 'PUBLIC_URL');
  const refused = settingFaults(configs[name], own).filter((fault) => fault.includes('TRUSTED_NETWORK=true'));
  expect(refused.map((fault) => fault.split(':')[0]).sort()).toEqual([...addresses, 'TLS_CERT_FILE'].sort());
  const trusted = settingsFor({ ...input, isNetworkTrusted: true }).services[name];
  expect(settingFaults(configs[name], trusted).filter((fault) => fault.includes('encrypted'))).toEqual([]);
});
