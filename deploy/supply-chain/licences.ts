import satisfies from 'spdx-satisfies';
import { type LockFile, packageName, registryPackages } from './lock-file.ts';

/** Licences of any dependency. Permissive: they ask for a notice, or for nothing. */
const allowed = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
];

/** Licences with further conditions, for named packages that are used unchanged. */
const allowedFor: Record<string, { packages: RegExp; reason: string }> = {
  'CC-BY-3.0': { packages: /^spdx-(exceptions|ranges)$/, reason: 'lists of SPDX, read by this check; not in an image' },
  'LGPL-3.0': { packages: /^libheif-js$/, reason: 'decodes HEIC; loaded as a separate file' },
  'LGPL-3.0-or-later': { packages: /^@img\/sharp-/, reason: 'libvips, loaded as a shared library by sharp' },
  'MPL-2.0': { packages: /^(lightningcss(-.*)?|axe-core)$/, reason: 'parts of the tests; not in an image' },
};

export type Licence = { name: string; version: string; licence: string };

export function licencesOf(lock: LockFile): Licence[] {
  return registryPackages(lock)
    .map(([path, one]) => ({
      name: packageName(path, one),
      version: one.version ?? '',
      licence: one.license ?? 'none',
    }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** Packages whose licence is unknown or not allowed. */
export function refusedLicences(licences: Licence[]): Licence[] {
  return licences.filter(({ name, licence }) => !isAllowed(name, licence));
}

function isAllowed(name: string, licence: string): boolean {
  const exceptions = Object.keys(allowedFor).filter((id) => allowedFor[id]?.packages.test(name));
  try {
    return satisfies(licence, [...allowed, ...exceptions]);
  } catch {
    // Not an SPDX expression, such as `SEE LICENSE IN …`.
    return false;
  }
}
