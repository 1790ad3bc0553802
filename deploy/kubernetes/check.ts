import { parseEnv } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { containersOf, type Manifest, podTemplateOf } from './pods.ts';
import { schemaProblems } from './schemas.ts';
import { placeholder, requiredSecrets } from './secrets.ts';

/** The objects of a YAML text; those of a `List`, as `kubectl get` prints it, one by one. */
export function manifestsIn(text: string): Manifest[] {
  const all = parseAllDocuments(text).map((document) => document.toJS() as (Manifest & { items?: Manifest[] }) | null);
  const manifests = all.flatMap((one) => (one?.kind === 'List' ? (one.items ?? []) : (one ?? [])));
  // Kustomize breaks long lines of base64, which Kubernetes ignores and the published schema does not.
  for (const { kind, data = {} } of manifests)
    if (kind === 'Secret') for (const [key, value] of Object.entries(data)) data[key] = value.replace(/\s/g, '');
  return manifests;
}

/** What must be put right before rendered manifests are applied. `existing`: Secrets that the cluster has already. */
export async function problemsOf(rendered: Manifest[], existing: Manifest[] = []): Promise<string[]> {
  const ofSchemas: string[] = [];
  for (const manifest of rendered) ofSchemas.push(...(await schemaProblems(manifest)));
  return [...new Set([...ofSchemas, ...referenceProblems(rendered, existing), ...examplesIn(rendered)])];
}

function referenceProblems(rendered: Manifest[], existing: Manifest[]): string[] {
  const known = [...rendered, ...existing];
  const find = (kind: string, wanted?: string) =>
    known.find((one) => one.kind === kind && one.metadata.name === wanted);
  return rendered.flatMap((manifest) => {
    const pod = podTemplateOf(manifest)?.spec;
    if (!pod) return [];
    const place = `${manifest.kind} ${manifest.metadata.name}`;
    const maps = containersOf(pod).flatMap(({ envFrom = [] }) => envFrom.map((one) => one.configMapRef?.name));
    const missing = maps.filter((name) => !find('ConfigMap', name)).map((name) => `${place}: no ConfigMap ${name}.`);
    const mounted = (pod.volumes ?? []).flatMap(({ secret }) => secret?.secretName ?? []);
    return [
      ...missing,
      ...mounted.flatMap((name) => {
        const secret = find('Secret', name);
        return secret ? secretProblems(secret) : [`${place}: no Secret ${name}. ${howToMake}`];
      }),
    ];
  });
}

const howToMake = 'Make it: `npm run kubernetes -- --secrets --write <folder>`, or in your secret store.';

function secretProblems({ metadata: { name }, data, stringData }: Manifest): string[] {
  const encoded = data?.settings;
  const text = stringData?.settings ?? (encoded && Buffer.from(encoded, 'base64').toString());
  if (text === undefined) return [`Secret ${name}: no key settings. It holds a line NAME=value for each setting.`];
  const values = parseEnv(text);
  const required = requiredSecrets();
  const settings = required[name] ?? required[name.replace(/-[a-z0-9]{10}$/, '')] ?? [];
  const missing = settings.filter((setting) => !values[setting]);
  const open = Object.keys(values).filter((setting) => values[setting]?.includes(placeholder));
  return [
    ...missing.map((setting) => `Secret ${name}: ${setting} is missing.`),
    ...open.map((setting) => `Secret ${name}: replace ${placeholder} in ${setting}.`),
  ];
}

/** Values that the overlays of this repository have as examples. */
function examplesIn(rendered: Manifest[]): string[] {
  return rendered.flatMap((manifest) => {
    const { kind, metadata, data = {}, spec = {} } = manifest;
    const pod = podTemplateOf(manifest)?.spec;
    const isOpen = (value: string) => /example|@sha256:0{64}/.test(value);
    const settings = Object.entries(kind === 'ConfigMap' ? data : {}).filter(([, value]) => isOpen(value));
    const open = pod ? containersOf(pod).flatMap(({ image = '' }) => (isOpen(image) ? [image] : [])) : [];
    return [
      ...settings.map(([setting]) => `ConfigMap ${metadata.name}: ${setting} is still an example.`),
      ...open.map((image) => `Image ${image} is still an example.`),
      ...(kind === 'Ingress' && isOpen(JSON.stringify(spec)) ? [`Ingress ${metadata.name} is still an example.`] : []),
    ];
  });
}
