import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { manifestsIn } from '../check.ts';
import { render } from './kustomize.ts';

const folder = join(import.meta.dirname, 'recorded');

/** By kind and name, without the hashes of generated names. */
function comparable(manifests: object[]): Record<string, unknown> {
  const text = JSON.stringify(manifests).replace(/"(shared|empty|own)-[a-z0-9]{10}"/g, '"$1-hash"');
  const all = JSON.parse(text) as { kind: string; metadata: { name: string } }[];
  return Object.fromEntries(all.map((one) => [`${one.kind}/${one.metadata.name}`, one]));
}

test('renders as Kustomize 5.5 does (recorded/output.yaml: kubectl 1.32 kustomize recorded/overlay)', () => {
  const recorded = manifestsIn(readFileSync(join(folder, 'output.yaml'), 'utf8'));
  expect(comparable(render(join(folder, 'overlay')))).toEqual(comparable(recorded));
});

test('refuses a folder that does not exist, as Kustomize does', () => {
  expect(() => render(join(folder, 'missing'))).toThrow('ENOENT');
});
