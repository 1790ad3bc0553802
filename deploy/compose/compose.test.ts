import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { newIdentity } from '@trust/encrypted-bucket/age-keys';
import { readConfig } from '@trust/service-kit/config';
import { afterAll, expect, test } from 'vitest';
import { Config as Gateway } from '../../services/gateway/src/config.ts';
import { Config as Webhooks } from '../../services/webhooks/src/config.ts';
import { BackupSettings } from '../backup/bucket/settings.ts';
import { configs } from '../configuration/configs.ts';
import { databaseUrls } from '../local/postgres/databases.ts';
import { busServices, type ServiceName, serviceDatabases, services } from '../local/services.ts';
import type { Environment } from '../local/settings/settings.ts';
import { toolboxes } from '../toolbox/commands.ts';
import { readComposeFile } from './compose-file.ts';
import { isSecretSetting, loadComposeSecrets, writeSecretFiles } from './compose-secrets.ts';
import { composeSettings } from './compose-settings.ts';
import { containerFiles } from './container-files.ts';
import { Certificates, Databases, Owner, Streams } from './step-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'trust-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));
const secrets = loadComposeSecrets(folder);
const files = containerFiles(secrets);
const compose = readComposeFile();

function settingsIn(name: ServiceName, operator: Environment = {}, from = compose): Record<string, string> {
  const own = parseEnv(containerFiles(secrets, operator)[`${name}.env`] ?? '');
  return { ...own, ...from.services[name]?.environment } as Record<string, string>;
}

test.each(services)('%s gets every setting from its file, but for what Compose alone knows', (name) => {
  const given = Object.keys(compose.services[name]?.environment ?? {});
  const ofGateway = name === 'gateway' ? ['PUBLISHED_ADDRESS'] : [];
  expect(given.sort()).toEqual(['OTEL_RESOURCE_ATTRIBUTES', ...ofGateway].sort());
  expect(parseEnv(files[`${name}.env`] ?? '')).toEqual(composeSettings(secrets).services[name]);
});

test('a service whose settings changed gets a new container, and no other does', () => {
  const changed = containerFiles(secrets, { SMS_COUNTRIES: 'FR' });
  const differing = Object.keys(files).filter((name) => files[name] !== changed[name]);
  expect(differing).toEqual(['identity.env', 'identity.digest']);
  const digests = Object.entries(compose.services).flatMap(([name, { env_file = [] }]) =>
    env_file.map((file) => [name, file]),
  );
  expect(Object.fromEntries(digests)).toEqual({
    ...Object.fromEntries(services.map((name) => [name, `./secrets/${name}.digest`])),
    'stream-watch': './secrets/streams.digest',
    backup: './secrets/backup.digest',
    partitions: './secrets/partitions.digest',
    alertmanager: './secrets/alertmanager.digest',
  });
});

test.each(services)('%s accepts its settings of compose.yaml', (name) => {
  expect(() => readConfig(configs[name], settingsIn(name))).not.toThrow();
});

test.each([
  ['databases', Databases],
  ['streams', Streams],
  ['watch-streams', Streams],
  ['watch-certificates', Certificates],
])('the step %s accepts its settings of compose.yaml', (step, settings) => {
  const found = Object.values(compose.services).find(({ command }) => command?.at(-1) === step);
  const secret = found?.secrets?.map((one) => (typeof one === 'string' ? '' : files[`${one.source}.env`])).join('\n');
  expect(() => readConfig(settings, { ...parseEnv(secret ?? ''), ...found?.environment })).not.toThrow();
});

test.each(serviceDatabases)('SC4 the migrations of %s see no other database and no superuser', (service) => {
  const { command, environment, secrets } = compose.services[`migrate-${service}`] ?? {};
  expect({ command, secrets }).toEqual({
    command: ['migrate'],
    secrets: [{ source: `migrate-${service}`, target: 'settings' }],
  });
  const settings = { ...parseEnv(files[`migrate-${service}.env`] ?? ''), ...environment };
  expect(Object.keys(settings).sort()).toEqual(['DATABASE_OWNER_URL', 'SERVICE']);
  expect(new URL(readConfig(Owner, settings).DATABASE_OWNER_URL)).toMatchObject({
    username: `${service}_owner`,
    pathname: `/${service}`,
  });
});

test('SC4 the backup reads databases and documents, and can change neither', async () => {
  const { recipient } = await newIdentity();
  const operator = {
    BACKUP_RECIPIENT: recipient,
    BACKUP_S3_ENDPOINT: 'https://s3.example.net',
    BACKUP_S3_ACCESS_KEY: 'key',
    BACKUP_S3_SECRET_KEY: 'secret',
  };
  const own = parseEnv(containerFiles(secrets, operator)['backup.env'] ?? '') as Record<string, string>;
  expect(readConfig(BackupSettings, own)).toMatchObject({ ...operator, BACKUP_S3_BUCKET: 'backups' });
  expect(new URL(own.POSTGRES_URL ?? '')).toMatchObject({ username: 'backup', hostname: 'postgres' });
  expect(own.S3_ENDPOINT).toBe('http://object-store:8333');
  const { identities } = JSON.parse(files['object-store.json'] ?? '{}');
  const reader = identities.find((one: { credentials: { accessKey: string }[] }) =>
    one.credentials.some(({ accessKey }) => accessKey === own.S3_ACCESS_KEY),
  );
  expect(reader.actions).toEqual(['Read:evidence', 'List:evidence']);
  const { ROLE_PASSWORDS = '{}' } = parseEnv(files['databases.env'] ?? '');
  expect(own.POSTGRES_URL).toContain(`:${JSON.parse(ROLE_PASSWORDS).backup}@`);
});

test('the toolbox of Compose has the Secrets of its commands, but for those of migrations and streams', () => {
  const given = compose.services.toolbox?.secrets?.map((one) => (typeof one === 'string' ? one : one.source));
  const wanted = new Set(Object.values(toolboxes).flatMap(({ secrets }) => secrets));
  const others = [...wanted].filter((name) => name !== 'streams' && !name.startsWith('migrate-'));
  expect(given?.sort()).toEqual(others.sort());
  expect(Object.keys(compose.services.toolbox?.depends_on ?? {})).toEqual(['postgres', 'object-store']);
  // The first Secret that has a setting counts.
  const accounts = toolboxes.databases?.secrets.flatMap(
    (name) => parseEnv(files[`${name}.env`] ?? '').S3_ACCESS_KEY ?? [],
  );
  expect(accounts?.[0]).toBe(secrets.objectStore.accessKey);
});

test('SC4 no setting with a secret is in the environment of a container', () => {
  const named = Object.values(compose.services).flatMap(({ environment = {} }) => Object.keys(environment));
  expect(named.filter(isSecretSetting)).toEqual([]);
  const text = JSON.stringify(compose);
  const generated = Object.values(files).flatMap((file) => file.match(/[\w-]{43}/g) ?? []);
  expect(generated.length).toBeGreaterThan(30);
  expect(generated.filter((secret) => text.includes(secret))).toEqual([]);
});

test('SC4 a container mounts its own secrets only', () => {
  const mounted = services.map((name) => compose.services[name]?.secrets);
  expect(mounted).toEqual(services.map((name) => [{ source: name, target: 'settings' }]));
  const missing = Object.values(compose.secrets).filter(({ file }) => !files[file.replace('./secrets/', '')]);
  expect(missing).toEqual([]);
});

const generatedSecrets = services.flatMap((service) =>
  Object.entries(readConfig(configs[service], settingsIn(service)) as Record<string, string>)
    .filter(([name, value]) => /_(SECRET|PEPPER)$/.test(name) && /^[\w-]{43}$/.test(value))
    .map(([name]) => ({ service, name })),
);

test.each(generatedSecrets)('SC4 $service does not start with an example value of $name', ({ service, name }) => {
  for (const example of ['change-me', 'x'.repeat(43), 'an-example-secret-that-is-not-to-be-used-00'])
    expect(() => readConfig(configs[service], { ...settingsIn(service), [name]: example })).toThrow(name);
});

test('SC4 in production, webhooks does not start without a sender', () => {
  const webhooks = settingsIn('webhooks', { TRUST_MODE: 'production' });
  expect(() => readConfig(Webhooks, webhooks)).toThrow('A sender is required in production.');
});

test('writes secrets that a second run keeps, in a folder of its owner', () => {
  writeSecretFiles(folder, files);
  expect(containerFiles(loadComposeSecrets(folder))).toEqual(files);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(folder, 'identity.env'), 'utf8')).toContain("\nASSERTION_KEY='{");
});

test('the steps keep the parameters of POSTGRES_URL, such as sslmode', () => {
  const expected = 'postgres://admin@db:5432/identity?sslmode=verify-full';
  for (const server of [
    'postgres://admin@db:5432?sslmode=verify-full',
    'postgres://admin@db:5432/?sslmode=verify-full',
  ])
    expect(databaseUrls(server)('identity')).toBe(expected);
});

test('refuses a folder for secrets that other users can open', () => {
  const open = join(folder, 'open');
  mkdirSync(open);
  chmodSync(open, 0o755);
  expect(() => loadComposeSecrets(open)).toThrow('chmod 700');
  expect(readdirSync(open)).toEqual([]);
});

test('SC3 each service and step runs without capabilities, on a read-only root, within limits', () => {
  const own = Object.entries(compose.services).filter(([, { image }]) => image.startsWith('trust/'));
  expect(own.length).toBeGreaterThan(services.length);
  for (const [name, service] of own) {
    expect([name, service]).toMatchObject([
      name,
      { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] },
    ]);
    expect([name, Boolean(service.mem_limit && service.pids_limit)]).toEqual([name, true]);
  }
});

test('SC2 images of others are pinned by digest', () => {
  const images = Object.values(compose.services).map(({ image }) => image);
  expect(images.filter((image) => !image.startsWith('trust/') && !/@sha256:[0-9a-f]{64}$/.test(image))).toEqual([]);
  const dockerfile = readFileSync(join(import.meta.dirname, '../Dockerfile'), 'utf8');
  expect(dockerfile).toMatch(/^ARG NODE_IMAGE=node:24\S+@sha256:[0-9a-f]{64}$/m);
});

test('the build context holds what the Dockerfile copies', () => {
  const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
  const included = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path]) => path);
  const copied = [...read('deploy/Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths]) =>
    paths?.split(' '),
  );
  expect(copied).toContain('deploy/compose');
  const isIncluded = (path?: string) => included.some((one) => path === one || path?.startsWith(`${one}/`));
  expect(copied.filter((path) => !isIncluded(path))).toEqual([]);
});

test('the gateway refuses to open the development mailbox to other machines', () => {
  const settings = (variables: Environment) => settingsIn('gateway', variables, readComposeFile(variables));
  for (const address of ['0.0.0.0', '::', '192.168.1.5']) {
    expect(() => readConfig(Gateway, settings({ GATEWAY_ADDRESS: address }))).toThrow(/TRUST_MODE: .*\/dev\/mailbox/);
    const production = settings({ GATEWAY_ADDRESS: address, TRUST_MODE: 'production' });
    expect(() => readConfig(Gateway, production)).not.toThrow();
  }
  for (const address of ['127.0.0.1', '127.1.2.3', '::1', '[::1]', 'localhost'])
    expect(() => readConfig(Gateway, settings({ GATEWAY_ADDRESS: address }))).not.toThrow();
  expect(() => readConfig(Gateway, { ...settings({}), PUBLISHED_ADDRESS: undefined })).toThrow('0.0.0.0');
});

test('publishes ports of this machine only, unless GATEWAY_ADDRESS or the profile `tls` opens the gateway', () => {
  const { tls, ...others } = compose.services;
  expect(tls).toMatchObject({ profiles: ['tls'], networks: ['tls', 'uploads', 'certificates'] });
  const ports = Object.values(others).flatMap(({ ports = [] }) => ports);
  expect(ports).toContain('127.0.0.1:8080:8080');
  expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
});

const watchers = ['alertmanager', 'grafana', 'node-exporter', 'postgres-exporter', 'prometheus', 'tempo'];
const storeUsers = ['backup', 'buckets', 'checkpoint-bucket', 'evidence', 'operations', 'toolbox'];
test.each([
  [
    'postgres',
    [
      ...serviceDatabases,
      ...serviceDatabases.map((name) => `migrate-${name}`),
      'databases',
      'backup',
      'partitions',
      'postgres-exporter',
      'seed-catalog',
      'seed-operators',
      'toolbox',
    ],
  ],
  ['nats', [...busServices, 'nats-2', 'nats-3', 'stream-watch', 'streams', 'toolbox']],
  ['object-store', [...storeUsers, 'tls']],
  ['clamav', ['evidence']],
  ['mailpit', ['webhooks']],
  ['otel-collector', [...services, ...watchers, 'backup', 'certificate-watch', 'stream-watch']],
])('only who needs %s shares a network with it', (name, users) => {
  const networks = (one: string) => compose.services[one]?.networks ?? ['default'];
  const peers = Object.keys(compose.services).filter(
    (one) => one !== name && networks(one).some((net) => networks(name).includes(net)),
  );
  expect(peers.sort()).toEqual(users.sort());
});

test('the gateway trusts the proxy of the profile `tls`, if it runs, in a network of the two alone', () => {
  expect(settingsIn('gateway').TRUSTED_PROXIES).toBeUndefined();
  const { TRUSTED_PROXIES } = settingsIn('gateway', { COMPOSE_PROFILES: 'mail,tls' });
  expect(compose.networks.tls).toEqual({ internal: true, ipam: { config: [{ subnet: TRUSTED_PROXIES }] } });
  const inside = Object.keys(compose.services).filter((name) => compose.services[name]?.networks?.includes('tls'));
  expect(inside).toEqual(['gateway', 'tls']);
});

test('the log of no container fills the disk', () => {
  const unlimited = Object.entries(compose.services).filter(([, { logging }]) => !logging?.options['max-size']);
  expect(unlimited.map(([name]) => name)).toEqual([]);
});

test('the website shares a network with the gateway only, apart from telemetry', () => {
  const { website, ...others } = compose.services;
  expect(website?.networks).toEqual(['pages', 'telemetry']);
  expect(Object.keys(others).filter((name) => others[name]?.networks?.includes('pages'))).toEqual(['gateway']);
});

test('services cannot reach the outside, except webhooks its carriers and the gateway its clients', () => {
  const isOpen = (network: string) => !compose.networks[network]?.internal;
  const open = services.filter((name) => compose.services[name]?.networks?.some(isOpen) ?? true);
  expect(open).toEqual(['gateway', 'webhooks']);
});

test('no server of the object store listens on the network without asking for keys', () => {
  const command = compose.services['object-store']?.command ?? [];
  expect(command).toEqual(expect.arrayContaining(['-ip=127.0.0.1', '-ip.bind=127.0.0.1', '-s3.ip.bind=0.0.0.0']));
});

test('Postgres has the settings of npm start', () => {
  const source = readFileSync(join(import.meta.dirname, '../local/postgres/postgres.ts'), 'utf8');
  const blocks = source.match(/const (common|durable)Settings = \{[^}]+\}/g) ?? [];
  const local = blocks.flatMap((block) =>
    [...block.matchAll(/(\w+): '([^']*)'/g)].map(([, key, value]) => `${key}=${value}`),
  );
  const ofMachine = /^(listen_addresses|unix_socket_directories)=/;
  const given = (compose.services.postgres?.command ?? []).slice(1).map((option) => option.replace(/^-c/, ''));
  expect(given.sort()).toEqual(local.filter((setting) => !ofMachine.test(setting)).sort());
});
