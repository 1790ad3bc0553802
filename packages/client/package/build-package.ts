import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { contractVersion } from '@trust/contracts/contract-version';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const require = createRequire(import.meta.url);
const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');

/** Holds the newest tarball, and `built-from`: the hash of what it was made of. */
export const packageFolder = join(root, 'dist');

/** Builds the tarball of `@trust/client`, if its sources have changed, and returns its path (ADR 0113). */
export async function buildPackage(folder = packageFolder): Promise<string> {
  const record = join(folder, 'built-from');
  const sources = await hashOfSources();
  const [hash, name = ''] = existsSync(record) ? (await readFile(record, 'utf8')).split(' ') : [];
  if (hash === sources && existsSync(join(folder, name))) return join(folder, name);

  const work = await mkdtemp(join(tmpdir(), 'trust-client-package-'));
  try {
    const built = await packed(await compiled(join(work, 'package')), work);
    await mkdir(folder, { recursive: true });
    const fresh = join(folder, fileNameOf(await readFile(built)));
    // Renamed, because another build or a download may be under way.
    await cp(built, `${fresh}.${process.pid}`);
    await rename(`${fresh}.${process.pid}`, fresh);
    for (const other of globSync('*.tgz', { cwd: folder }))
      if (join(folder, other) !== fresh) await rm(join(folder, other), { force: true });
    await writeFile(record, `${sources} ${fresh.slice(folder.length + 1)}`);
    return fresh;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Names the content: npm refuses another file under an address that a lockfile has. */
function fileNameOf(tarball: Buffer): string {
  const hash = createHash('sha256').update(tarball).digest('hex').slice(0, 12);
  return `trust-client-${contractVersion}-${hash}.tgz`;
}

async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256').update(contractVersion);
  const files = globSync(['src/**/*.ts', 'package/*.ts', '*.json', 'README.md'], { cwd: root }).sort();
  for (const file of files.filter((one) => !one.endsWith('.test.ts')))
    hash.update(file).update(await readFile(join(root, file)));
  return hash.digest('hex');
}

/** ES modules, CommonJS, and one set of declarations for both. */
async function compiled(target: string): Promise<string> {
  await Promise.all([
    compile('tsconfig.build.json', join(target, 'esm')),
    compile('tsconfig.commonjs.json', join(target, 'cjs')),
  ]);
  await withSuffixes(join(target, 'cjs'));
  await cp(join(root, 'src/generated/contract.ts'), join(target, 'cjs/generated/contract.d.ts'));
  await writeFile(join(target, 'cjs/package.json'), '{ "type": "commonjs" }\n');
  await writeFile(join(target, 'esm/client.d.ts'), "export * from '../cjs/client.js';\n");
  await cp(join(root, 'README.md'), join(target, 'README.md'));
  await writeFile(join(target, 'package.json'), `${JSON.stringify(await manifest(), null, 2)}\n`);
  return target;
}

async function compile(project: string, outDir: string): Promise<void> {
  await run(process.execPath, [compiler, '-p', join(root, project), '--outDir', outDir]).catch((error) => {
    throw new Error(`The client does not compile:\n${error.stdout}`, { cause: error });
  });
}

/** The compiler leaves `./client.ts` in declarations, which older compilers do not find. */
async function withSuffixes(folder: string): Promise<void> {
  for (const file of globSync('**/*.d.ts', { cwd: folder })) {
    const text = await readFile(join(folder, file), 'utf8');
    await writeFile(join(folder, file), text.replace(/((?:from |import\()['"]\.[^'"]*)\.ts(?=['"])/g, '$1.js'));
  }
}

async function manifest(): Promise<object> {
  const { devDependencies: _build, ...own } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const importing = { types: './esm/client.d.ts', default: './esm/client.js' };
  const requiring = { types: './cjs/client.d.ts', default: './cjs/client.js' };
  return {
    ...own,
    version: contractVersion,
    main: requiring.default,
    types: requiring.types,
    exports: { '.': { import: importing, require: requiring }, './package.json': './package.json' },
  };
}

const required = [
  'esm/client.js',
  'esm/client.d.ts',
  'cjs/client.js',
  'cjs/client.d.ts',
  'cjs/generated/contract.d.ts',
];

/** Throws for a tarball that nobody could use. */
async function packed(folder: string, destination: string): Promise<string> {
  const args = ['pack', folder, '--json', '--ignore-scripts', '--pack-destination', destination];
  const [{ filename, files }] = JSON.parse((await run('npm', args, { cwd: destination })).stdout);
  const sizes = new Map<string, number>(files.map(({ path, size }: { path: string; size: number }) => [path, size]));
  const missing = required.filter((name) => !sizes.get(name));
  if (missing.length > 0) throw new Error(`The package lacks ${missing.join(', ')}.`);
  return join(destination, filename);
}
