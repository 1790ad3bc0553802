import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { services } from '../local/services.ts';
import { problemsOf } from './check.ts';
import { images } from './manifests.ts';
import { containersOf, type Manifest, podTemplateOf } from './pods.ts';
import { filledOverlays, overlays } from './rendering/filled-overlays.ts';
import { render } from './rendering/kustomize.ts';
import { schemaProblems, schemaVersions } from './schemas.ts';

const { folder, overlayOf } = filledOverlays();
afterAll(() => rmSync(folder, { recursive: true }));

const ofKind = (all: Manifest[], kind: string) => all.filter((one) => one.kind === kind);
const podOf = (all: Manifest[], kind: string, name: string) => {
  const found = all.find((one) => one.kind === kind && one.metadata.name === name);
  return found && podTemplateOf(found)?.spec;
};
const imagesOf = (all: Manifest[]) =>
  all.flatMap((one) => containersOf(podTemplateOf(one)?.spec ?? { containers: [] }).map(({ image = '' }) => image));
const mapOf = (all: Manifest[], name: string) =>
  ofKind(all, 'ConfigMap').find((one) => one.metadata.name.replace(/-\w{10}$/, '') === name)?.data ?? {};

test.each(overlays)('%s renders, and its manifests match the schemas of both Kubernetes versions', async (name) => {
  expect(Object.keys(schemaVersions)).toHaveLength(2);
  const all = render(overlayOf(name));
  expect(all.length).toBeGreaterThan(60);
  for (const manifest of all) expect(await schemaProblems(manifest)).toEqual([]);
});

test('a wrong value, a field that a version lacks and an unknown kind are found', async () => {
  const [deployment] = ofKind(render(overlayOf('staging')), 'Deployment') as [Manifest];
  const spec = podTemplateOf(deployment)?.spec;
  Object.assign(spec ?? {}, { hostnameOverride: 'one' });
  Object.assign(spec?.containers[0] ?? {}, { redinessProbe: {} });
  const { name } = deployment.metadata;
  expect(await schemaProblems(deployment)).toEqual([
    `Deployment ${name}: Kubernetes 1.33 does not know the field spec.template.spec.containers[0].redinessProbe`,
    `Deployment ${name}: Kubernetes 1.33 does not know the field spec.template.spec.hostnameOverride`,
    `Deployment ${name}: Kubernetes 1.36 does not know the field spec.template.spec.containers[0].redinessProbe`,
  ]);
  deployment.spec = { ...deployment.spec, replicas: 'two' };
  expect(await schemaProblems(deployment)).toEqual(
    ['1.33', '1.36'].map((version) => expect.stringMatching(`${version} refuses it: .*spec/replicas must be integer`)),
  );
  const gone = { apiVersion: 'apps/v1', kind: 'Pod', metadata: { name: 'misplaced' } };
  expect(await schemaProblems(gone)).toHaveLength(2);
  const removed = { apiVersion: 'autoscaling/v2beta2', kind: 'HorizontalPodAutoscaler', metadata: { name: 'old' } };
  expect(await schemaProblems(removed)).toEqual(['autoscaling/v2beta2 HorizontalPodAutoscaler is not stable.']);
});

test.each(overlays)('of %s nothing is missing but the examples that its operator replaces', async (name) => {
  const problems = await problemsOf(render(overlayOf(name)));
  expect(problems.length).toBeGreaterThan(5);
  expect(problems.filter((problem) => !problem.endsWith('is still an example.'))).toEqual([]);
});

test('production without its examples is complete but for the digests of the images', async () => {
  const text = JSON.stringify(render(overlayOf('production'))).replaceAll('example', 'trust-inc');
  const problems = await problemsOf(JSON.parse(text));
  expect(problems).toHaveLength(images.length);
  expect(problems.filter((problem) => !/^Image \S+@sha256:0{64} is still an example/.test(problem))).toEqual([]);
});

test.each(overlays)('%s does not render before its Secrets exist', (name) => {
  expect(existsSync(join(import.meta.dirname, 'overlays', name, 'secrets/identity.env'))).toBe(false);
  const missing = join(overlayOf(name), 'secrets/verification.env');
  const text = readFileSync(missing, 'utf8');
  rmSync(missing);
  expect(() => render(overlayOf(name))).toThrow('verification.env');
  writeFileSync(missing, text);
});

test('a missing Secret, setting or value is named before anything is applied', async () => {
  const all = render(overlayOf('staging'));
  const isOf = (name: string) => (one: Manifest) => one.kind === 'Secret' && one.metadata.name.startsWith(`${name}-`);
  const provider = all.find(isOf('provider')) as Manifest;
  const settings = Buffer.from(provider.data?.settings ?? '', 'base64').toString();
  const changed = settings.replace(/^CLAIM_KEY_SECRET=.*\n/m, '').replace('//provider_app:', '//FILL-IN:');
  provider.data = { settings: Buffer.from(changed).toString('base64') };
  const webhooks = all.find(isOf('webhooks')) as Manifest;
  const without = all.filter((one) => one !== webhooks);
  const problems = (await problemsOf(without)).filter((one) => one.includes('Secret'));
  expect(problems.map((one) => one.replace(/ Make it.*/, '')).sort()).toEqual(
    [
      `CronJob toolbox-webhooks: no Secret ${webhooks.metadata.name}.`,
      `Deployment webhooks: no Secret ${webhooks.metadata.name}.`,
      `Secret ${provider.metadata.name}: CLAIM_KEY_SECRET is missing.`,
      `Secret ${provider.metadata.name}: replace FILL-IN in DATABASE_URL.`,
    ].sort(),
  );
  expect(await problemsOf(without, [webhooks])).not.toContainEqual(expect.stringContaining('no Secret'));
});

test('a changed Secret or setting changes the pods that use it, and no others', () => {
  const before = render(overlayOf('staging'));
  appendFileSync(join(overlayOf('staging'), 'secrets/evidence.env'), "PUSH='1'\n");
  const after = render(overlayOf('staging'));
  const changed = services.filter(
    (name) => JSON.stringify(podOf(before, 'Deployment', name)) !== JSON.stringify(podOf(after, 'Deployment', name)),
  );
  expect(changed).toEqual(['evidence']);
});

test('production runs images by digest, keeps three replicas, and creates no bucket', () => {
  const all = render(overlayOf('production'));
  expect(new Set(imagesOf(all).map((image) => image.replace(/@sha256:[0-9a-f]{64}$/, '')))).toEqual(
    new Set(images.map((image) => `registry.example.org/${image}`)),
  );
  for (const { spec } of ofKind(all, 'HorizontalPodAutoscaler')) expect(spec).toMatchObject({ minReplicas: 3 });
  for (const { spec } of ofKind(all, 'PodDisruptionBudget')) {
    expect(spec).toMatchObject({ minAvailable: 2 });
    expect(spec).not.toHaveProperty('maxUnavailable');
  }
  const prepare = podOf(all, 'CronJob', 'prepare');
  expect(prepare?.initContainers?.map(({ name }) => name)).not.toContain('buckets');
  expect(prepare?.initContainers?.map(({ name }) => name)).toContain('catalogue');
  expect(JSON.stringify(prepare?.volumes)).not.toContain('settings-of-evidence');
  expect(mapOf(all, 'platform')).toMatchObject({ TRUST_MODE: 'production', OTEL_TRACES_SAMPLER_ARG: '0.01' });
});

test('staging is smaller, keeps all traces, creates its buckets, and is in production mode', () => {
  const all = render(overlayOf('staging'));
  for (const { spec } of ofKind(all, 'HorizontalPodAutoscaler'))
    expect(spec).toMatchObject({ minReplicas: 1, maxReplicas: 2 });
  expect(podOf(all, 'CronJob', 'prepare')?.initContainers?.map(({ name }) => name)).toContain('buckets');
  expect(mapOf(all, 'platform')).toMatchObject({ TRUST_MODE: 'production', OTEL_TRACES_SAMPLER_ARG: '1' });
});

test('each environment has hosts and buckets of its own, and the same release', () => {
  const [staging, production] = overlays.map((name) => render(overlayOf(name))) as [Manifest[], Manifest[]];
  for (const [map, setting] of [
    ['platform', 'PUBLIC_URL'],
    ['gateway', 'PORTAL_ORIGINS'],
    ['identity', 'PASSKEY_RP_ID'],
    ['evidence', 'S3_EVIDENCE_BUCKET'],
    ['operations', 'AUDIT_CHECKPOINT_S3_BUCKET'],
  ] as const)
    expect(mapOf(staging, map)[setting]).not.toBe(mapOf(production, map)[setting]);
  const versions = [staging, production].map((all) =>
    services
      .map((name) => all.find((one) => one.kind === 'Deployment' && one.metadata.name === name))
      .map((one) => one && podTemplateOf(one)?.metadata?.labels?.['app.kubernetes.io/version']),
  );
  expect(versions[0]).toEqual(versions[1]);
  expect(versions[0]).toEqual(services.map(() => expect.stringMatching(/^\d+\.\d+\.\d+$/)));
});
