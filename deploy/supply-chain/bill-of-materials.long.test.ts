import { expect, test } from 'vitest';
import { services } from '../local/services.ts';
import { billOfService, completeBill } from './bill-of-materials.ts';
import { packageName, readLockFile, runtimePackages } from './lock-file.ts';

test('SC2 the bill of materials of each service lists its run-time dependencies with their hashes', () => {
  const lock = readLockFile();
  const complete = completeBill();
  for (const service of services) {
    const { components, dependencies, metadata } = billOfService(complete, lock, service);
    const external = [...runtimePackages(lock, `services/${service}`)].flatMap((path) => {
      const one = lock.packages[path];
      return one && !one.link && path.includes('node_modules/') ? [`${packageName(path, one)}@${one.version}`] : [];
    });
    const hashed = components.filter((one) => one.hashes?.some(({ alg }) => alg === 'SHA-512'));
    expect(new Set(hashed.map((one) => one['bom-ref']))).toEqual(new Set(external));
    const references = new Set(components.map((one) => one['bom-ref']));
    expect(dependencies.flatMap(({ dependsOn = [] }) => dependsOn).filter((one) => !references.has(one))).toEqual([]);
    expect(metadata.component).toMatchObject({ name: `@trust/${service}` });
  }
});
