import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newPhoneNumber } from '../../demo/steps/sign-in.ts';
import { repositoryRoot } from '../../deploy/local/environment.ts';
import { readCode } from './people.ts';

const require = createRequire(join(repositoryRoot, 'packages/openapi/package.json'));
const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');

/** A session, a list to its end, and an error of the client: what both kinds of modules run. */
const body = (start: string) => `
const [baseUrl = '', challengeId = '', code = ''] = process.argv.slice(2);
async function main(): Promise<void> {
  const client = createTrustClient({ baseUrl });
  await client.signIn(challengeId, { code, sessionLabel: '${start}' });
  const labels: string[] = [];
  for await (const session of client.paginate('listSessions', { params: { query: { limit: 1 } } })) labels.push(session.label);
  const refusal: unknown = await client.api.getWorkspace().catch((error: unknown) => error);
  console.log(JSON.stringify({ labels, refused: isProblem(refusal, 'no-active-workspace') }));
}
void main();
// @ts-expect-error: the id of the provider is missing
void (() => createTrustClient({ baseUrl }).api.getProvider());
// @ts-expect-error: no list
void (() => createTrustClient({ baseUrl }).paginate('getWorkspace'));
`;

const kinds = {
  'an ES module': { type: 'module', module: 'nodenext' },
  'a CommonJS module': { type: 'commonjs', module: 'node16' },
  'a CommonJS module of the older resolution': { type: 'commonjs', module: 'commonjs', moduleResolution: 'node10' },
};

export function testPackage(url: () => string): void {
  describe('the package that the platform serves', () => {
    const project = mkdtempSync(join(tmpdir(), 'trust-package-'));
    afterAll(() => rmSync(project, { recursive: true, force: true }));
    const run = async (command: string, args: string[], cwd = project): Promise<string> => {
      const { stdout } = await promisify(execFile)(command, args, { cwd }).catch((error) => {
        throw new Error(`${command}: ${error.stdout}${error.stderr}`);
      });
      return stdout;
    };
    /** Type-checks `files` of a folder. Returns what the compiler counted. */
    const check = async (folder: string, compilerOptions: object): Promise<Record<string, number>> => {
      const common = { target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'], types: [], strict: true };
      writeFileSync(
        join(folder, 'tsconfig.json'),
        JSON.stringify({ compilerOptions: { ...common, ...compilerOptions }, include: ['*.ts'] }),
      );
      const output = await run(process.execPath, [compiler, '-p', folder, '--extendedDiagnostics'], folder);
      return Object.fromEntries(
        [...output.matchAll(/^(\w+):\s+(\d+)$/gm)].map(([, name, count]) => [name, Number(count)]),
      );
    };
    const folderOf = (name: string, manifest: object): string => {
      const folder = join(project, name);
      mkdirSync(folder);
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, ...manifest }));
      return folder;
    };

    let line = '';
    beforeAll(async () => {
      const page = await (await fetch(`${url()}/docs`, { headers: { accept: 'text/html' } })).text();
      [, line = ''] = /<code>npm install (\S+)<\/code>/.exec(page) ?? [];
      writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'consumer', private: true }));
      await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', line]);
    }, 120_000);

    test('is installed by the line of /docs, into an empty folder, without any dependency', () => {
      expect(line).toMatch(
        new RegExp(`^${url()}/docs/trust-client-\\d+\\.\\d+\\.\\d+(-unreleased)?-[0-9a-f]{12}\\.tgz$`),
      );
      const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8'));
      expect(Object.keys(packages)).toEqual(['', 'node_modules/@trust/client']);
      expect(packages['node_modules/@trust/client']).toMatchObject({ resolved: line, integrity: /^sha512-/ });
      const installed = JSON.parse(readFileSync(join(project, 'node_modules/@trust/client/package.json'), 'utf8'));
      expect(installed.private).toBe(true);
    });

    test.each(Object.entries(kinds))(
      '%s compiles against its types, and runs against the platform',
      async (_name, kind) => {
        const { type, ...options } = kind;
        const folder = folderOf(`${type}-${options.module}`, { type });
        writeFileSync(
          join(folder, 'use.ts'),
          `declare const process: { argv: string[] };\nimport { createTrustClient, isProblem } from '@trust/client';\n${body(type)}`,
        );
        await check(folder, options);
        const identifier = `package-${newPhoneNumber().slice(1)}@example.test`;
        const challenge = await fetch(`${url()}/api/v1/auth/challenges`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ channel: 'email', identifier }),
        });
        const { challengeId } = (await challenge.json()) as { challengeId: string };
        const args = [join(folder, 'use.js'), url(), challengeId, await readCode(url(), identifier)];
        expect(JSON.parse(await run(process.execPath, args))).toEqual({ labels: [type], refused: true });
      },
      60_000,
    );

    test('the examples compile against its types, without skipLibCheck', async () => {
      const folder = folderOf('examples', { type: 'module' });
      for (const name of ['browser.ts', 'react-native.ts', 'expo.d.ts'])
        copyFileSync(join(repositoryRoot, 'packages/client/examples', name), join(folder, name));
      const options = {
        module: 'nodenext',
        allowImportingTsExtensions: true,
        noEmit: true,
        exactOptionalPropertyTypes: true,
      };
      const used = await check(folder, options);
      const empty = folderOf('empty', { type: 'module' });
      writeFileSync(join(empty, 'empty.ts'), 'export const nothing = 1;\n');
      const without = await check(empty, options);
      // Counts, because times vary. With `paths` and openapi-fetch it was 28,119 types and 159,541 instantiations.
      expect((used.Types ?? 0) - (without.Types ?? 0)).toBeLessThan(10_000);
      expect((used.Instantiations ?? 0) - (without.Instantiations ?? 0)).toBeLessThan(10_000);
    }, 60_000);

    test('a name of another content is 404, and the short address leads to the current one', async () => {
      const short = await fetch(`${url()}/docs/trust-client.tgz`, { redirect: 'manual' });
      expect([short.status, short.headers.get('location')]).toEqual([302, new URL(line).pathname]);
      expect((await fetch(line.replace(/-[0-9a-f]{12}/, '-000000000000'))).status).toBe(404);
      const whole = await fetch(line);
      expect([whole.status, whole.headers.get('content-type'), whole.headers.get('content-encoding')]).toEqual([
        200,
        'application/gzip',
        null,
      ]);
    });
  });
}
