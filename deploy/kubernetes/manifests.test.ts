import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newIdentity } from '@trust/encrypted-bucket/age-keys';
import { readConfig } from '@trust/service-kit/config';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { Config as EvidenceConfig } from '../../services/evidence/src/config.ts';
import { Config as GatewayConfig } from '../../services/gateway/src/config.ts';
import { Config as IdentityConfig } from '../../services/identity/src/config.ts';
import { Config as OperationsConfig } from '../../services/operations/src/config.ts';
import { Config as WebhooksConfig } from '../../services/webhooks/src/config.ts';
import { newFcmAccount } from '../../services/webhooks/test/carriers.ts';
import { Config as WebsiteConfig } from '../../services/website/src/config.ts';
import { BackupSettings } from '../backup/bucket/settings.ts';
import { readComposeFile } from '../compose/compose-file.ts';
import { repositoryRoot } from '../local/environment.ts';
import { busServices, serviceDatabases, services } from '../local/services.ts';
import { createSecrets } from '../local/settings/secrets.ts';
import { settingsFor } from '../local/settings/settings.ts';
import { toolboxes } from '../toolbox/commands.ts';
import { baseFiles, images } from './manifests.ts';
import { containersOf, type Manifest, podTemplateOf } from './pods.ts';
import { requiredSecrets } from './secrets.ts';
import { clusterSettings, configMaps, localOnly, optionalSecrets } from './settings.ts';
import { toolboxName } from './toolbox.ts';

const folder = import.meta.dirname;
const overlay = join(folder, 'overlays/managed');
const read = (file: string) => readFileSync(file, 'utf8');

/** As `npm start` gives them, in production mode. */
function localSettings() {
  return settingsFor({
    ports: Object.fromEntries([...services, 'postgres', 'nats'].map((name) => [name, 1])) as never,
    secrets: createSecrets(),
    dirs: { evidence: '', audit: '' },
    mode: 'production',
    publicUrl: 'http://127.0.0.1:1',
  }).services;
}

const manifests = () =>
  [...baseFiles()]
    .filter(([name]) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
    .flatMap(([, text]) => parseAllDocuments(text).map((document) => document.toJS() as Manifest));

test('the Kustomize base is current (`npm run kubernetes` renews it)', () => {
  const names = readdirSync(join(folder, 'base'), { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  );
  const committed = names.map(({ parentPath, name }) => join(parentPath, name));
  expect(Object.fromEntries(committed.map((file) => [file, read(file)]))).toEqual(
    Object.fromEntries([...baseFiles()].map(([name, text]) => [join(folder, 'base', name), text])),
  );
});

test('a manifest that does not match the published schema is refused', () => {
  const deployment = new Deployment({ metadata: { name: 'wrong' }, spec: { selector: {}, template: {} } as never });
  deployment.spec = { ...deployment.spec, replicas: 'two' } as never;
  expect(() => deployment.validate()).toThrow(/replicas/);
});

test('every setting that npm start gives a service is in its ConfigMaps or its Secret', () => {
  const local = localSettings();
  const settings = clusterSettings();
  const maps = configMaps();
  for (const name of services) {
    const given = [...Object.keys({ ...maps.platform, ...maps[name] }), ...settings[name].secret];
    const missing = Object.keys(local[name]).filter((key) => !given.includes(key));
    expect(missing.filter((key) => !localOnly.includes(key))).toEqual([]);
    expect(Object.keys(settings[name].plain).filter((key) => /SECRET|PASSWORD|KEY$/.test(key))).toEqual([]);
  }
});

test('the Secret of webhooks may hold a direct database address, keys of Apple and Stripe, second values', () => {
  const { secret } = clusterSettings().webhooks;
  const optional = ['DATABASE_DIRECT_URL', 'PUSH_TOKEN_OLD_SECRETS', 'APNS_KEY', 'STRIPE_SECRET_KEY'];
  const accepted = ['NATS_PASSWORD', 'CURSOR_SECRET', 'INTERNAL_SECRET', 'SEAL_PRIVATE_KEY'].map(
    (one) => `${one}_ACCEPTED`,
  );
  expect(optionalSecrets('webhooks', secret).sort()).toEqual([...optional, ...accepted].sort());
  expect(optionalSecrets('website', [])).toEqual(['INTERNAL_SECRET_ACCEPTED']);
});

const stored: Record<string, string> = {
  SMTP_URL: 'smtps://user:password@smtp.example.org',
  FCM_ACCOUNT_KEY: JSON.stringify(newFcmAccount('https://oauth2.googleapis.com/token')),
  WEBHOOK_SECRETS: JSON.stringify({ twilio: ['a secret of Twilio for the test'] }),
};

type NetworkPolicySelector = { matchLabels?: Record<string, string>; matchExpressions?: { values: string[] }[] };
type Egress = { to?: { ipBlock?: { cidr: string; except?: string[] } }[]; ports: { port: number }[] };

test('a pod reaches only the destinations that it needs', () => {
  const policies = parseAllDocuments(baseFiles().get('network-policies.yaml') ?? '').map((one) => one.toJS());
  const toolboxOf = (destination: string) =>
    Object.keys(toolboxes)
      .filter((name) => toolboxes[name]?.reaches.includes(destination))
      .map(toolboxName);
  const pods = [...services, 'prepare', 'streams', 'partitions', 'backup', ...Object.keys(toolboxes).map(toolboxName)];
  const selects = ({ podSelector }: { podSelector: NetworkPolicySelector }, pod: string) =>
    [
      podSelector.matchLabels?.['app.kubernetes.io/name'],
      ...(podSelector.matchExpressions?.[0]?.values ?? []),
    ].includes(pod);
  const reaching = (port: number) =>
    pods.filter((pod) =>
      policies.some(
        ({ spec }) =>
          selects(spec, pod) && spec.egress?.some(({ ports }: Egress) => ports.some((one) => one.port === port)),
      ),
    );
  expect([reaching(465), reaching(587), reaching(443)]).toEqual([
    ['webhooks'],
    ['webhooks'],
    [
      'evidence',
      'operations',
      'webhooks',
      'prepare',
      'backup',
      ...['operations', 'backup', 'databases'].map(toolboxName),
    ],
  ]);
  expect(reaching(5432)).toEqual([...serviceDatabases, 'prepare', 'partitions', 'backup', ...toolboxOf('postgres')]);
  expect(reaching(4222)).toEqual([...busServices, 'prepare', 'streams', ...toolboxOf('nats')]);
  const website = policies.find(({ metadata }) => metadata.name === 'website');
  const gatewayOnly = [{ podSelector: { matchLabels: { 'app.kubernetes.io/name': 'gateway' } } }];
  expect([website.spec.ingress[0].from, website.spec.egress[0].to]).toEqual([gatewayOnly, gatewayOnly]);
  expect(reaching(3310)).toEqual(['evidence']);
  const rules: Egress[] = policies.flatMap(({ spec }) => spec.egress ?? []);
  expect(rules.filter(({ to = [] }) => to.length === 0)).toEqual([]);
  const blocks = rules.flatMap(({ to = [] }) => to.flatMap(({ ipBlock }) => ipBlock ?? []));
  // The metadata service of a cloud has an address of this range.
  for (const { cidr, except } of blocks) if (cidr === '0.0.0.0/0') expect(except).toContain('169.254.0.0/16');
});

test.each([
  ['gateway', GatewayConfig],
  ['website', WebsiteConfig],
  ['identity', IdentityConfig],
  ['evidence', EvidenceConfig],
  ['operations', OperationsConfig],
  ['webhooks', WebhooksConfig],
] as const)('%s accepts the settings of the cluster', (name, schema) => {
  const local = localSettings()[name];
  const { plain, secret } = clusterSettings()[name];
  const fromSecret = Object.fromEntries(secret.map((key) => [key, local[key] ?? stored[key] ?? 'from the store']));
  expect(readConfig(schema as never, { ...plain, ...fromSecret })).toMatchObject({
    TRUST_MODE: 'production',
    PORT: 8080,
  });
});

test('SC3 every container is non-root, has a read-only file system and no capabilities', () => {
  const pods = manifests().flatMap((one) => podTemplateOf(one)?.spec ?? []);
  expect(pods).toHaveLength(services.length + 4 + Object.keys(toolboxes).length);
  for (const pod of pods) {
    expect(pod).toMatchObject({ securityContext: { runAsNonRoot: true }, automountServiceAccountToken: false });
    for (const container of containersOf(pod))
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
  }
});

test('every Deployment has a startup, a liveness and a readiness probe', () => {
  const deployments = manifests().filter(({ kind }) => kind === 'Deployment');
  expect(deployments).toHaveLength(services.length + 1);
  const containers = deployments.flatMap((one) => podTemplateOf(one)?.spec.containers ?? []);
  for (const { startupProbe, livenessProbe, readinessProbe } of containers) {
    expect([startupProbe, livenessProbe].map((probe) => probe?.httpGet?.path)).toEqual(['/livez', '/livez']);
    expect(readinessProbe?.httpGet?.path).toBe('/readyz');
  }
});

test('the backup runs each night, one at a time, with what only reads', async () => {
  const backup = manifests().find(({ kind, metadata }) => kind === 'CronJob' && metadata.name === 'backup');
  expect(backup?.spec).toMatchObject({ schedule: '30 1 * * *', timeZone: 'Etc/UTC', concurrencyPolicy: 'Forbid' });
  expect(backup?.spec).not.toHaveProperty('suspend');
  const [container] = (backup && podTemplateOf(backup)?.spec.containers) ?? [];
  expect(container?.args).toEqual(['backup', 's3']);
  expect(container?.volumeMounts?.map(({ mountPath }) => mountPath)).toEqual(['/tmp', '/run/secrets/backup']);
  const { evidence, backup: own } = configMaps();
  const given = Object.fromEntries(requiredSecrets().backup?.map((name) => [name, 'from the store']) ?? []);
  const { recipient } = await newIdentity();
  const settings = { ...evidence, ...own, ...given };
  expect(() => readConfig(BackupSettings, settings)).toThrow('BACKUP_RECIPIENT');
  expect(() => readConfig(BackupSettings, { ...settings, BACKUP_RECIPIENT: recipient })).not.toThrow();
});

test('partitions are created and dropped each day, with the password of the role maintenance alone', () => {
  const job = manifests().find(({ kind, metadata }) => kind === 'CronJob' && metadata.name === 'partitions');
  expect(job?.spec).toMatchObject({ schedule: '15 3 * * *', timeZone: 'Etc/UTC', concurrencyPolicy: 'Forbid' });
  expect(job?.spec).not.toHaveProperty('suspend');
  const [container, ...others] = (job && podTemplateOf(job)?.spec.containers) ?? [];
  expect([container?.args, others]).toEqual([['partitions'], []]);
  expect(requiredSecrets().partitions).toEqual(['POSTGRES_URL']);
});

test('the steps run in their order, and only when a deploy starts them', () => {
  const prepare = manifests().find(({ kind, metadata }) => kind === 'CronJob' && metadata.name === 'prepare');
  expect(prepare?.spec).toMatchObject({ suspend: true });
  const { initContainers = [], containers = [] } = (prepare && podTemplateOf(prepare)?.spec) ?? {};
  expect([...initContainers, ...containers].map(({ name }) => name)).toEqual([
    'databases',
    ...serviceDatabases.map((name) => `migrate-${name}`),
    'buckets',
    'checkpoint-bucket',
    'catalogue',
    'streams',
  ]);
  const scripts = [...initContainers].flatMap(({ args = [] }) => args).filter((arg) => arg.endsWith('.ts'));
  expect(scripts.filter((script) => !existsSync(join(repositoryRoot, script)))).toEqual([]);
});

test('evidence has the memory that compose.yaml gives it for four documents at a time', () => {
  const [evidence] = parseAllDocuments(baseFiles().get('evidence.yaml') ?? '').map((one) => one.toJS());
  const [container] = evidence.spec.template.spec.containers;
  expect(container.resources.limits.memory).toBe(readComposeFile().services.evidence?.mem_limit?.replace(/m$/, 'Mi'));
});

test('the overlay labels the pods of each service with the tag of its image', () => {
  const labelled = parse(read(join(overlay, 'versions.yaml'))).flatMap(
    ({ source, targets }: { source: { name: string }; targets: { select: { name: string } }[] }) =>
      targets.map(({ select }) => [source.name, select.name]),
  );
  expect(labelled).toEqual(services.map((name) => [name, name]));
  const { replacements } = parse(read(join(overlay, 'kustomization.yaml')));
  expect(replacements).toEqual([{ path: 'versions.yaml' }]);
});

test('the overlay changes only what the base has', () => {
  const { images: replaced, configMapGenerator, patches, resources } = parse(read(join(overlay, 'kustomization.yaml')));
  expect(replaced.map(({ name }: { name: string }) => name).sort()).toEqual([...images].sort());
  const maps = configMaps();
  for (const { name, behavior } of configMapGenerator)
    expect([behavior, Object.keys(maps)]).toEqual(['merge', expect.arrayContaining([name])]);
  const base = [...baseFiles().values()].flatMap((text) => parseAllDocuments(text).map((document) => document.toJS()));
  for (const { path } of patches) {
    const { kind, metadata } = parse(read(join(overlay, path)));
    expect(base).toContainEqual(
      expect.objectContaining({ kind, metadata: expect.objectContaining({ name: metadata.name }) }),
    );
  }
  expect(resources).toContain('../../base');
  const ingress = new Ingress(parse(read(join(overlay, 'ingress.yaml'))));
  expect(() => ingress.validate()).not.toThrow();
});
