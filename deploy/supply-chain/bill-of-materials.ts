import { execFileSync } from 'node:child_process';
import { repositoryRoot } from '../local/environment.ts';
import { type LockFile, packageName, runtimePackages } from './lock-file.ts';
import { vendoredFiles } from './vendored.ts';

type Component = { 'bom-ref': string; name: string; version: string; hashes?: { alg: string; content?: string }[] };
export type BillOfMaterials = {
  bomFormat: string;
  metadata: { component: Record<string, unknown> };
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
};

/** The CycloneDX document of all packages in the lock file. Takes two seconds. */
export function completeBill(): BillOfMaterials {
  const text = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
    cwd: repositoryRoot,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(text) as BillOfMaterials;
}

/**
 * Lists what the image of a service holds. `npm sbom --omit dev` cannot make this list: it also omits
 * a run-time dependency that the root package lists among its dev dependencies, such as pg.
 */
export function billOfService(complete: BillOfMaterials, lock: LockFile, service: string): BillOfMaterials {
  const paths = [...runtimePackages(lock, `services/${service}`)].filter((path) => !lock.packages[path]?.link);
  // The name of a component is that of its folder; its reference has the name of the package behind an alias.
  const kept = new Set(
    paths.map((path) => `${packageName(path, lock.packages[path] ?? {})}@${lock.packages[path]?.version}`),
  );
  const components = [...complete.components.filter((one) => kept.has(one['bom-ref'])), ...vendoredOf(service)];
  const references = new Set(components.map((one) => one['bom-ref']));
  return {
    ...complete,
    metadata: {
      ...complete.metadata,
      component: { type: 'application', 'bom-ref': service, name: `@trust/${service}` },
    },
    components,
    dependencies: complete.dependencies
      .filter(({ ref }) => references.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => references.has(one)) })),
  };
}

function vendoredOf(service: string): (Component & { type: string })[] {
  return vendoredFiles()
    .filter(({ path }) => path.startsWith(`services/${service}/`))
    .map(({ vendored: { name, version, sha256: content } }) => ({
      type: 'library',
      'bom-ref': `${name}@${version}`,
      name,
      version,
      hashes: [{ alg: 'SHA-256', content }],
    }));
}
