import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from '../local/environment.ts';
import { type LockFile, packageName, readLockFile, runtimePackages } from './lock-file.ts';
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
  const folder = mkdtempSync(join(tmpdir(), 'trust-bill-'));
  try {
    copyFileSync(join(repositoryRoot, 'package.json'), join(folder, 'package.json'));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(withVersions(readLockFile())));
    const text = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    return JSON.parse(text) as BillOfMaterials;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `npm sbom` of npm 11 refuses a package without a version. The client has none, so that npm packs no empty one. */
function withVersions(lock: LockFile): LockFile {
  const packages = Object.entries(lock.packages).map(([path, one]) =>
    one.link || one.version ? [path, one] : [path, { ...one, version: '0.0.0' }],
  );
  return { ...lock, packages: Object.fromEntries(packages) };
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
