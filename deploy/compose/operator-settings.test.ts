import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { services } from '../local/services.ts';
import { alertmanagerConfig } from './alertmanager.ts';
import { readComposeFile } from './compose-file.ts';
import { loadComposeSecrets } from './compose-secrets.ts';
import { composeSettings, settingFaults } from './compose-settings.ts';
import { containerFiles } from './container-files.ts';
import { readOperatorSettings } from './operator-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'trust-operator-'));
afterAll(() => rmSync(folder, { recursive: true }));
const secrets = loadComposeSecrets(folder);

const production = {
  TRUST_MODE: 'production',
  PUBLIC_URL: 'https://trust.example.org',
  S3_PUBLIC_ENDPOINT: 'https://uploads.example.org',
  PORTAL_ORIGINS: 'https://portal.example.org',
  PASSKEY_RP_ID: 'example.org',
  PASSKEY_ORIGINS: 'https://portal.example.org',
  EDGE_HOSTS: 'trust.example.org',
  EMAIL_SENDER: 'smtp',
  SMTP_URL: 'smtps://mail.example.org:465',
  EMAIL_FROM: 'Provider Trust <no-reply@example.org>',
  SMS_SENDER: 'twilio',
  TWILIO_ACCOUNT_SID: 'AC0',
  TWILIO_KEY_SID: 'SK0',
  TWILIO_KEY_SECRET: 'of-a-test',
  TWILIO_FROM: '+33100000000',
  PUSH_SENDER: 'push_services',
  APNS_KEY: 'of-a-test',
  APNS_KEY_ID: 'K',
  APNS_TEAM_ID: 'T',
  APNS_TOPIC: 'org.example.trust',
  PUBLIC_READS: 'session',
  RATE_LIMITS: '{"privileged-operation":20}',
  GATEWAY_ADDRESS: '0.0.0.0',
  STREAM_REPLICAS: '3',
};

function file(text: string, mode = 0o600): string {
  const path = join(folder, 'operator.env');
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

test('a service gets what the operator chose of its own settings, and of no other', () => {
  const { services: chosen } = composeSettings(secrets, production);
  expect(chosen.webhooks).toMatchObject({ TRUST_MODE: 'production', SMTP_URL: production.SMTP_URL });
  expect(chosen.identity).toMatchObject({ PASSKEY_RP_ID: 'example.org', PASSKEY_ORIGINS: production.PASSKEY_ORIGINS });
  expect(services.filter((name) => 'SMTP_URL' in chosen[name])).toEqual(['webhooks']);
  expect(services.filter((name) => chosen[name].PUBLIC_URL !== production.PUBLIC_URL)).toEqual([]);
});

test('every setting but generated ones can be chosen, and a wrong one is named without its value', () => {
  for (const valid of [{}, production]) expect(settingFaults(secrets, valid)).toEqual([]);
  const wrong = {
    ...production,
    SMPT_URL: 'smtp://mail',
    CODE_PEPPER: 'mine',
    PORT: '80',
    LOG_LEVEL: 'loud',
    COLOUR: 'x',
  };
  const faults = settingFaults(secrets, wrong);
  expect(faults).toEqual(
    expect.arrayContaining([
      'SMPT_URL: there is no such setting. Did you mean SMTP_URL?',
      'CODE_PEPPER: the platform sets it itself. Remove the line.',
      'PORT: the platform sets it itself. Remove the line.',
      'COLOUR: there is no such setting.',
      expect.stringMatching(/^LOG_LEVEL: /),
    ]),
  );
  expect(faults.join()).not.toMatch(/loud|mine/);
});

test('the profile backup needs its bucket and a public key, and a wrong one of either is named', () => {
  const missing = settingFaults(secrets, { COMPOSE_PROFILES: 'tls,backup' }).map((fault) => fault.split(':')[0]);
  expect(missing.sort()).toEqual([
    'BACKUP_RECIPIENT',
    'BACKUP_S3_ACCESS_KEY',
    'BACKUP_S3_ENDPOINT',
    'BACKUP_S3_SECRET_KEY',
  ]);
  const account = { BACKUP_S3_ACCESS_KEY: 'key', BACKUP_S3_SECRET_KEY: 'of-a-test', BACKUP_TIME: '02:00' };
  const faults = settingFaults(secrets, { ...account, BACKUP_S3_ENDPOINT: 'elsewhere', BACKUP_RECIPIENT: 'age1' });
  expect(faults).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^BACKUP_S3_ENDPOINT: /),
      expect.stringMatching(/^BACKUP_RECIPIENT: .*new-identity/),
    ]),
  );
  expect(faults).toHaveLength(2);
  expect(settingFaults(secrets, { ...account, BACKUP_TIME: '25:00' }).join()).toContain('BACKUP_TIME: must be a time');
});

test('checkpoints go to another store with its own keys and a way out, and backups never to the own store', () => {
  const keys = { AUDIT_CHECKPOINT_S3_ACCESS_KEY: 'key', AUDIT_CHECKPOINT_S3_SECRET_KEY: 'of-a-test' };
  const elsewhere = { ...keys, AUDIT_CHECKPOINT_S3_ENDPOINT: 'https://s3.example.net', CHECKPOINTS_INTERNAL: 'false' };
  expect(settingFaults(secrets, elsewhere)).toEqual([]);
  expect(composeSettings(secrets, elsewhere).services.operations).toMatchObject(keys);
  const { AUDIT_CHECKPOINT_S3_ENDPOINT } = elsewhere;
  expect(settingFaults(secrets, { AUDIT_CHECKPOINT_S3_ENDPOINT }).map((fault) => fault.split(':')[0])).toEqual([
    ...Object.keys(keys),
    'CHECKPOINTS_INTERNAL',
  ]);
  const { networks, services } = readComposeFile({ CHECKPOINTS_INTERNAL: 'false' });
  expect(String(networks.checkpoints?.internal)).toBe('false');
  const users = Object.keys(services).filter((name) => services[name]?.networks?.includes('checkpoints'));
  expect(users).toEqual(['operations', 'checkpoint-bucket']);
  const own = settingFaults(secrets, { BACKUP_S3_ENDPOINT: 'http://object-store:8333' });
  expect(own.join()).toContain('must be an https:// address of another store');
});

test('an address that is none is named before others are derived from it', () => {
  const faults = (PUBLIC_URL: string) => settingFaults(secrets, { PUBLIC_URL });
  expect([faults('trust.example.org'), faults('https://')].flat()).toEqual(
    Array(2).fill('PUBLIC_URL: must be an address such as https://trust.example.org'),
  );
});

test('in production no preset of development stands in for what the operator left out', () => {
  const faults = settingFaults(secrets, { TRUST_MODE: 'production', PUBLIC_URL: production.PUBLIC_URL });
  const senders = ['SMS_SENDER', 'EMAIL_SENDER', 'PUSH_SENDER'];
  expect(faults).toEqual(senders.map((name) => `${name}: A sender is required in production.`));
  expect(composeSettings(secrets, production).services.webhooks.PAYMENT_PROVIDER).toBe('none');
});

test.each(["it's", 'say "yes"', '`back`', '{"a":"b\\\\c"}', 'a # b', ' spaces '])(
  'a file of settings holds %s unchanged',
  (value) => {
    const files = containerFiles(secrets, { CONTACT_EMAIL: value });
    expect(parseEnv(files['gateway.env'] ?? '').CONTACT_EMAIL).toBe(value);
  },
);

test('what no file of settings can hold is refused with its name', () => {
  expect(() => containerFiles(secrets, { CONTACT_EMAIL: `'"\`` })).toThrow('CONTACT_EMAIL');
});

test('SC4 the settings of the operator are read from a file that nobody else can read, and may be missing', () => {
  expect(readOperatorSettings(file('LOG_LEVEL=warn\n'))).toEqual({ LOG_LEVEL: 'warn' });
  expect(() => readOperatorSettings(file('LOG_LEVEL=warn\n', 0o644))).toThrow('chmod 600');
  expect(readOperatorSettings(join(folder, 'missing.env'))).toEqual({});
});

test('alerts go where the operator says, and Watchdog to the dead man’s switch alone', () => {
  const chosen = { ...production, ALERT_EMAIL: 'duty@example.org', ALERT_WEBHOOK_URL: 'https://pager.example.org/x' };
  expect(settingFaults(secrets, { ...chosen, DEAD_MANS_SWITCH_URL: 'https://switch.example.org/1' })).toEqual([]);
  const config = parse(alertmanagerConfig({ ...chosen, DEAD_MANS_SWITCH_URL: 'https://switch.example.org/1' }));
  expect(config.receivers).toMatchObject([
    {
      webhook_configs: [{ url: chosen.ALERT_WEBHOOK_URL }],
      email_configs: [{ to: 'duty@example.org', smarthost: 'mail.example.org:465' }],
    },
    { webhook_configs: [{ url: 'https://switch.example.org/1' }] },
  ]);
  expect(config.route.routes[0]).toMatchObject({ matchers: ['alertname = "Watchdog"'], receiver: 'dead-mans-switch' });
  expect(settingFaults(secrets, { ALERT_EMAIL: 'duty@example.org' })).toEqual([
    'ALERT_EMAIL: needs SMTP_URL and EMAIL_FROM',
  ]);
  expect(parse(alertmanagerConfig({})).receivers).toEqual([{ name: 'operators' }, { name: 'dead-mans-switch' }]);
});
