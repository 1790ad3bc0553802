import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { repositoryRoot } from '../local/environment.ts';
import { sha256, type Vendored, vendoredFiles } from './vendored.ts';

const help = `npm run vendor -- <name> <version>   renews a built file that the repository holds

  npm run vendor -- @scalar/api-reference 1.73.0

Takes the file from the package in the npm registry, without its source map, and writes version and checksum to vendor.json.
Read the changes of the package and its licence, look at /docs with npm start, and run npm test -- services/website.
`;

const [name, version] = process.argv.slice(2);
const found = vendoredFiles().find(({ vendored }) => vendored.name === name);
if (name === '--help') process.stdout.write(help);
else if (!found || !version) {
  process.stderr.write(`${help}\nVendored: ${vendoredFiles().map(({ vendored }) => vendored.name)}\n`);
  process.exitCode = 2;
} else renew(found.path, found.vendored, version);

function renew(path: string, vendored: Vendored, next: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'vendor-'));
  try {
    execFileSync('npm', ['pack', `${vendored.name}@${next}`, '--pack-destination', folder], { stdio: 'ignore' });
    execFileSync('sh', ['-c', 'tar -xzf *.tgz'], { cwd: folder });
    const text = readFileSync(join(folder, 'package', vendored.packaged), 'utf8');
    const { license } = JSON.parse(readFileSync(join(folder, 'package/package.json'), 'utf8')) as { license: string };
    const bytes = Buffer.from(text.replace(/^\/\/# sourceMappingURL=.*\n?$/m, ''));
    const renewed: Vendored = { ...vendored, version: next, licence: license, sha256: sha256(bytes) };
    writeFileSync(join(repositoryRoot, dirname(path), vendored.file), bytes);
    writeFileSync(join(repositoryRoot, path), `${JSON.stringify(renewed, null, 2)}\n`);
    process.stdout.write(`${vendored.name} ${vendored.version} → ${next}, ${bytes.length} bytes\n`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
