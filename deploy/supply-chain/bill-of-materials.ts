import { execFileSync } from 'node:child_process';
import { repositoryRoot } from '../local/environment.ts';
import { folderName, type LockFile, runtimePackages } from './lock-file.ts';

type Component = { 'bom-ref': string; name: string; version: string; hashes?: { alg: string }[] };
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
 * What the image of a service holds. `npm sbom --omit dev` cannot make this list: it also omits
 * a run-time dependency that the root package lists among its dev dependencies, such as pg.
 */
export function billOfService(complete: BillOfMaterials, lock: LockFile, service: string): BillOfMaterials {
  const paths = [...runtimePackages(lock, `services/${service}`)].filter((path) => !lock.packages[path]?.link);
  // npm names a component after its folder; an alias or a workspace has another name.
  const kept = new Set(paths.map((path) => `${folderName(path)}@${lock.packages[path]?.version}`));
  const components = complete.components.filter((one) => kept.has(`${one.name}@${one.version}`));
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
