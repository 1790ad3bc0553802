import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';
import type { Manifest } from '../pods.ts';
import { mergePatch } from './merge-patch.ts';
import { applyReplacements, type Replacement } from './replacements.ts';

type Generator = {
  name: string;
  behavior?: 'merge';
  envs?: string[];
  files?: string[];
  literals?: string[];
  options?: { labels?: Record<string, string> };
};
type Selector = { kind?: string; name?: string };
type Kustomization = {
  namespace?: string;
  resources?: string[];
  components?: string[];
  configMapGenerator?: Generator[];
  secretGenerator?: Generator[];
  patches?: { path?: string; patch?: string; target?: Selector }[];
  images?: { name: string; newName?: string; newTag?: string; digest?: string }[];
  replacements?: { path: string }[];
};

const known = new Set(
  'apiVersion kind namespace resources components configMapGenerator secretGenerator patches images replacements'.split(
    ' ',
  ),
);

/**
 * What `kubectl kustomize` prints, for the fields of `Kustomization` that our overlays use: a development machine has no kubectl.
 * kustomize.test.ts compares it with recorded output of Kustomize.
 */
export function render(folder: string): Manifest[] {
  const generated = new Map<Manifest, 'ConfigMap' | 'Secret'>();
  const manifests = build(folder, [], generated);
  const names = new Map<string, string>();
  for (const [manifest, kind] of generated) {
    const { name } = manifest.metadata;
    manifest.metadata.name = `${name}-${hashOf(manifest.data)}`;
    names.set(`${kind}/${name}`, manifest.metadata.name);
  }
  return manifests.map((manifest) => renameReferences(manifest, names));
}

function build(folder: string, below: Manifest[], generated: Map<Manifest, 'ConfigMap' | 'Secret'>): Manifest[] {
  const file = (name: string) => readFileSync(join(folder, name), 'utf8');
  const kustomization = parse(file('kustomization.yaml')) as Kustomization;
  const unknown = Object.keys(kustomization).filter((key) => !known.has(key));
  if (unknown.length > 0) throw new Error(`${folder}: this renderer does not know ${unknown.join(', ')}.`);
  const { resources = [], components = [], patches = [], images = [], replacements = [], namespace } = kustomization;
  let all = [...below];
  for (const path of resources)
    all.push(...(path.endsWith('.yaml') ? documents(file(path)) : build(join(folder, path), [], generated)));
  for (const path of components) all = build(join(folder, path), all, generated);
  for (const [kind, generators] of [
    ['ConfigMap', kustomization.configMapGenerator ?? []],
    ['Secret', kustomization.secretGenerator ?? []],
  ] as const)
    for (const generator of generators) generate(kind, generator);
  for (const { path, patch = '', target } of patches)
    for (const one of documents(path ? file(path) : patch)) all = patched(all, one, target, `${folder}/${path}`);
  for (const manifest of all) {
    if (namespace && manifest.kind !== 'Namespace') manifest.metadata.namespace = namespace;
    replaceImages(manifest, images);
  }
  for (const { path } of replacements) applyReplacements(all, parse(file(path)) as Replacement[]);
  return all;

  function generate(kind: 'ConfigMap' | 'Secret', { name, behavior, options, ...sources }: Generator): void {
    const values = valuesOf(sources, file);
    const data = kind === 'ConfigMap' ? values : mapValues(values, (value) => Buffer.from(value).toString('base64'));
    const existing = all.find((one) => generated.get(one) === kind && one.metadata.name === name);
    if (Boolean(existing) !== (behavior === 'merge')) throw new Error(`${folder}: ${kind} ${name}: wrong behavior.`);
    if (existing) {
      existing.data = { ...existing.data, ...data };
      return;
    }
    const metadata = { name, ...(options?.labels && { labels: options.labels }) };
    const manifest: Manifest = { apiVersion: 'v1', kind, metadata, ...(Object.keys(data).length > 0 && { data }) };
    if (kind === 'Secret') Object.assign(manifest, { type: 'Opaque' });
    generated.set(manifest, kind);
    all.push(manifest);
  }
}

const documents = (text: string) => parseAllDocuments(text).map((document) => document.toJS() as Manifest);

function valuesOf({ envs = [], files = [], literals = [] }: Partial<Generator>, file: (name: string) => string) {
  const values: Record<string, string | undefined> = {};
  for (const env of envs) Object.assign(values, parseEnv(file(env)));
  for (const literal of literals)
    values[literal.slice(0, literal.indexOf('='))] = literal.slice(literal.indexOf('=') + 1);
  for (const one of files) {
    const [key = '', path = key] = one.split('=');
    values[key] = file(path);
  }
  return values as Record<string, string>;
}

/** A patch without a target names the one object that it changes; with one it changes all that match. */
function patched(all: Manifest[], patch: Manifest, target: Selector | undefined, place: string): Manifest[] {
  const { kind, name } = target ?? { kind: patch.kind, name: patch.metadata.name };
  const matches = (one: Manifest) => (!kind || one.kind === kind) && (!name || one.metadata.name === name);
  if (!all.some(matches)) throw new Error(`${place}: no ${kind} ${name ?? ''} to patch.`);
  return all.map((one) => {
    if (!matches(one)) return one;
    const { metadata: _ofTheTarget, ...change } = patch;
    return Object.assign(one, mergePatch(one, target ? change : patch));
  });
}

function replaceImages(manifest: Manifest, images: NonNullable<Kustomization['images']>): void {
  visit(manifest, (value, key) => {
    if (key !== 'image' || typeof value !== 'string') return value;
    const [, name = '', rest = ''] = /^((?:[^:@]|:(?=\d+\/))+)(.*)$/.exec(value) ?? [];
    const found = images.find((one) => one.name === name);
    if (!found) return value;
    const { newName = name, newTag, digest } = found;
    return `${newName}${newTag || digest ? `${newTag ? `:${newTag}` : ''}${digest ? `@${digest}` : ''}` : rest}`;
  });
}

function renameReferences(manifest: Manifest, names: Map<string, string>): Manifest {
  const reference = { configMapRef: 'ConfigMap', configMap: 'ConfigMap' } as Record<string, string>;
  visit(manifest, (value, key) => {
    if (key === 'secretName' && typeof value === 'string') return names.get(`Secret/${value}`) ?? value;
    const kind = reference[key];
    if (kind && value instanceof Object && 'name' in value)
      return { ...value, name: names.get(`${kind}/${value.name}`) ?? value.name };
    return value;
  });
  return manifest;
}

function visit(value: unknown, change: (value: unknown, key: string) => unknown): void {
  if (!(value instanceof Object)) return;
  for (const [key, inner] of Object.entries(value)) {
    const changed = change(inner, key);
    (value as Record<string, unknown>)[key] = changed;
    visit(changed, change);
  }
}

/** Another hash than that of Kustomize; what matters is that it changes with the content. */
function hashOf(data: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(data ?? {}))
    .digest('hex')
    .slice(0, 10);
}

function mapValues(values: Record<string, string>, change: (value: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
}
