import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { readConfig } from '@trust/service-kit/config';
import { afterAll, expect, test } from 'vitest';
import { Config as Identity } from '../../services/identity/src/config.ts';
import { isSecretSetting } from '../compose/compose-secrets.ts';
import { Databases, Streams } from '../compose/step-settings.ts';
import { natsUsers } from '../local/nats/users.ts';
import { services } from '../local/services.ts';
import { requiredSecrets, writeSecrets } from './secrets.ts';
import { clusterSettings } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'trust-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));
const first = writeSecrets(folder);
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const settingsIn = (name: string) => parseEnv(read(`${name}.env`)) as Record<string, string>;

test('SC4 every Secret has a file of its owner only, with every setting that it must hold', () => {
  for (const [name, settings] of Object.entries(requiredSecrets())) {
    expect(Object.keys(settingsIn(name)).sort()).toEqual([...settings].sort());
    expect(statSync(join(folder, `${name}.env`)).mode & 0o077).toBe(0);
  }
  expect(statSync(folder).mode & 0o077).toBe(0);
});

test('what must be filled in is named: addresses and keys of others', () => {
  const open = first.flatMap(({ file, toFillIn }) => toFillIn.map((one) => `${file.split('/').at(-1)} ${one}`));
  expect(open).toContain('databases.env POSTGRES_URL');
  expect(open).toContain('webhooks.env SMTP_URL');
  expect(open.filter((one) => /_(PEPPER|PASSWORD)$|SUBJECT_KEY_SECRET|_SIGNING_KEY/.test(one))).toEqual([]);
});

test('filled in, the settings are accepted by a service and by the steps', () => {
  const filled = (name: string) =>
    Object.fromEntries(
      Object.entries(settingsIn(name)).map(([key, value]) => [key, value.replaceAll('FILL-IN', 'in')]),
    );
  const { plain } = clusterSettings().identity;
  expect(() => readConfig(Identity, { ...plain, ...filled('identity') })).not.toThrow();
  expect(() => readConfig(Databases, filled('databases'))).not.toThrow();
  expect(() => readConfig(Streams, { NATS_URL: 'nats://nats', ...filled('streams') })).not.toThrow();
  const passwords = JSON.parse(settingsIn('databases').ROLE_PASSWORDS ?? '{}');
  expect(settingsIn('identity').DATABASE_URL).toContain(`identity_app:${passwords.identity_app}@`);
});

test('the users of NATS have the passwords of the Secrets', () => {
  const users = read('nats-users.conf');
  expect(natsUsers.filter((user) => !users.includes(JSON.stringify(user)))).toEqual([]);
  expect(users).toContain(settingsIn('provider').NATS_PASSWORD);
  expect(users).toContain(settingsIn('events').NATS_PASSWORD);
});

test('a later call keeps what exists, also what was filled in, and adds what is missing', () => {
  const changed = read('operations.env')
    .replace(/^AUDIT_CHECKPOINT_S3_ACCESS_KEY=.*$/m, "AUDIT_CHECKPOINT_S3_ACCESS_KEY='of the store'")
    .replace(/^CURSOR_SECRET=.*\n/m, '');
  writeFileSync(join(folder, 'operations.env'), changed);
  const identity = read('identity.env');
  const again = writeSecrets(folder);
  expect(read('identity.env')).toBe(identity);
  expect(read('operations.env').startsWith(changed)).toBe(true);
  expect(again.flatMap(({ added }) => added)).toEqual(['CURSOR_SECRET']);
});

test('every setting that Compose keeps out of the environment is in a Secret', () => {
  const settings = clusterSettings();
  const inMaps = services.flatMap((name) => Object.keys(settings[name].plain)).filter(isSecretSetting);
  expect(inMaps).toEqual([]);
});
