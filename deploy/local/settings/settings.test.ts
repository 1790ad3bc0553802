import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../environment.ts';
import { busServices, calledServices, type ServiceName, serviceDatabases, services } from '../services.ts';
import { createSecrets } from './secrets.ts';
import { type SettingsInput, settingsFor } from './settings.ts';

const ports = {
  gateway: 8080,
  website: 9,
  identity: 1,
  provider: 2,
  evidence: 3,
  verification: 4,
  operations: 5,
  webhooks: 7,
  postgres: 7,
  nats: 8,
};
const secrets = createSecrets();
const input: SettingsInput = {
  ports,
  secrets,
  dirs: { evidence: '/data/evidence', audit: '/data/audit' },
  mode: 'development',
  publicUrl: 'http://127.0.0.1:8080',
  inherited: {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
    AWS_SECRET_ACCESS_KEY: 'not for services',
    EDGE_REQUESTS_PER_MINUTE: '20000',
    EVIDENCE_STORE: 's3',
    S3_SECRET_KEY: 'for evidence',
    AUDIT_CHECKPOINT_S3_SECRET_KEY: 'for operations',
    SCANNER: 'clamd',
    RATE_LIMITS: '{"public-search":600}',
  },
};
const settings = settingsFor(input);

function holders(setting: string): ServiceName[] {
  return services.filter((name) => setting in settings.services[name]);
}

test.each([
  ['ASSERTION_KEY', ['identity']],
  ['CODE_PEPPER', ['identity']],
  ['SUBJECT_KEY_SECRET', ['identity']],
  ['SEAL_PRIVATE_KEY', ['webhooks']],
  ['INVITATION_PRIVATE_KEY', ['identity']],
  ['INVITATION_SECRET', ['provider']],
  ['CONTACT_HASH_SECRET', ['identity', 'provider']],
  ['CLAIM_KEY_SECRET', ['provider']],
  ['CLAIM_SIGNING_KEY', ['provider']],
  ['AUDIT_SIGNING_KEY', ['operations']],
  ['UPLOAD_SIGNING_SECRET', ['evidence']],
  ['S3_SECRET_KEY', ['evidence']],
  ['AUDIT_CHECKPOINT_S3_SECRET_KEY', ['operations']],
  ['CONTENT_INDEX_SECRET', ['evidence']],
])('%s goes to %j only', (setting, expected) => {
  expect(holders(setting)).toEqual(expected);
});

test('SC4 each service with a database has a CURSOR_SECRET that no other has', () => {
  expect(holders('CURSOR_SECRET')).toEqual([...serviceDatabases]);
  const own = serviceDatabases.map((name) => settings.services[name].CURSOR_SECRET);
  expect(new Set(own).size).toBe(serviceDatabases.length);
});

test('A7 each service shares its own secret with the gateway only', () => {
  const shared = calledServices.map((name) => settings.services[name].INTERNAL_SECRET);
  expect(shared).toEqual(calledServices.map((name) => secrets.internalSecrets[name]));
  expect(new Set(shared).size).toBe(calledServices.length);
  for (const name of calledServices) {
    const setting = `${name.toUpperCase()}_INTERNAL_SECRET`;
    expect(holders(setting)).toEqual(['gateway']);
    expect(settings.services.gateway[setting]).toBe(secrets.internalSecrets[name]);
  }
});

test('SC4 during a rotation a service gets its second value of the file of secrets, and no other does', () => {
  const during = { ...secrets, accepted: { provider: { CURSOR_SECRET_ACCEPTED: 'the next one' } } };
  const { services: given } = settingsFor({ ...input, secrets: during });
  expect(services.filter((name) => given[name].CURSOR_SECRET_ACCEPTED)).toEqual(['provider']);
  expect(given.provider).toMatchObject({
    CURSOR_SECRET_ACCEPTED: 'the next one',
    CURSOR_SECRET: secrets.cursorSecrets.provider,
  });
});

test('the gateway and the website have no database', () => {
  expect(holders('DATABASE_URL')).toEqual([...serviceDatabases]);
});

test('the website knows the gateway, and neither the bus nor another service', () => {
  const { website } = settings.services;
  expect(Object.keys(website).filter((name) => /_URL$/.test(name))).toEqual(['PUBLIC_URL', 'API_URL']);
  expect(website.API_URL).toBe('http://127.0.0.1:8080');
  expect(holders('NATS_URL')).toEqual([...busServices]);
});

test('A7 every service has its own NATS user', () => {
  const passwords = busServices.map((name) => settings.services[name].NATS_PASSWORD);
  expect(passwords).toEqual(busServices.map((name) => secrets.natsPasswords[name]));
  expect(new Set(passwords).size).toBe(busServices.length);
});

test('a service connects to its own database as its app role, and none has the owner URL', () => {
  const { provider_app: password } = secrets.databasePasswords;
  expect(settings.services.provider.DATABASE_URL).toBe(`postgres://provider_app:${password}@127.0.0.1:7/provider`);
  expect(holders('DATABASE_OWNER_URL')).toEqual([]);
  expect(settings.owners.provider.DATABASE_OWNER_URL).toContain('postgres://provider_owner:');
});

test('identity gets only the public half of the sealing key', () => {
  const sealKey = JSON.parse(settings.services.identity.SEAL_PUBLIC_KEY ?? '{}');
  expect(sealKey).toMatchObject({ kid: secrets.sealKey.kid, x: secrets.sealKey.x });
  expect(sealKey).not.toHaveProperty('d');
});

test('passes on telemetry settings to all services, EDGE settings to the gateway, and no other variables', () => {
  expect(holders('OTEL_EXPORTER_OTLP_ENDPOINT')).toEqual([...services]);
  expect(holders('EDGE_REQUESTS_PER_MINUTE')).toEqual(['gateway']);
  expect(holders('AWS_SECRET_ACCESS_KEY')).toEqual([]);
  expect(holders('RATE_LIMITS').sort()).toEqual([...serviceDatabases].sort());
});

test('npm start passes on every setting of docs/evidence.md that it does not choose itself', () => {
  const own = ['EVIDENCE_DIR', 'UPLOAD_SIGNING_SECRET', 'CONTENT_INDEX_SECRET'];
  const text = readFileSync(join(repositoryRoot, 'docs/evidence.md'), 'utf8');
  const rows = text.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) => row.split('|')[1]?.match(/[A-Z][A-Z0-9_]{5,}/g) ?? []);
  expect(named).toContain('EVIDENCE_MAX_STORE_MISMATCHES');
  const inherited = Object.fromEntries(named.map((name) => [name, `chosen ${name}`]));
  const { evidence } = settingsFor({ ...input, inherited }).services;
  expect(named.filter((name) => evidence[name] !== inherited[name])).toEqual(own);
});
