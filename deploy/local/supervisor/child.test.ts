import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeServer, listen } from '@trust/service-kit/listen';
import { certificateOf } from '@trust/service-kit/tls/certificates';
import { certificateAuthority } from '@trust/service-testing/certificate-authority';
import { afterAll, expect, test } from 'vitest';
import { repositoryRoot } from '../environment.ts';
import { freePort } from '../ports.ts';
import { Child, type ChildSpec } from './child.ts';
import { serviceLiveness } from './liveness.ts';
import { identify, isAlive } from './process-identity.ts';
import { serviceSpec } from './start-services.ts';

const folder = mkdtempSync(join(tmpdir(), 'child-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('restarts a child that is killed, each time on the same port', async () => {
  const port = await freePort();
  const messages: string[] = [];
  await using child = await Child.start(listener(port), { restart: true, announce: (line) => messages.push(line) });
  const pids = new Set([child.pid]);
  for (let killed = 1; killed <= 2; killed += 1) {
    process.kill(child.pid ?? 0, 'SIGKILL');
    await expect
      .poll(() => messages.filter((line) => line.includes('is ready again')).length, { timeout: 5_000 })
      .toBe(killed);
    expect(await answers(port)).toBe(true);
    pids.add(child.pid);
  }
  expect(pids.size).toBe(3);
  expect(messages[0]).toBe('listener ended by SIGKILL; restarting it');
});

test('does not restart a child that was stopped', async () => {
  const port = await freePort();
  const messages: string[] = [];
  const child = await Child.start(listener(port), { restart: true, announce: (line) => messages.push(line) });
  await child.stop();
  expect(await answers(port)).toBe(false);
  expect(messages).toEqual([]);
});

test('kills a child that ignores the stop signal', async () => {
  const port = await freePort();
  const child = await Child.start({ ...listener(port, "process.on('SIGTERM', () => {});"), stopWithinMs: 100 });
  const identity = identify(child.pid ?? 0);
  await child.stop();
  expect(identity && isAlive(identity)).toBe(false);
});

test('a child that exits before it is ready fails the start with the end of its log', async () => {
  const spec = listener(await freePort(), "console.error('FOO is missing'); process.exit(3);");
  await expect(Child.start(spec, { restart: true })).rejects.toThrow(
    /^listener exited with code 3 before it was ready\..*FOO is missing/s,
  );
});

test('an aborted start leaves no process running', async () => {
  const port = await freePort();
  const interrupt = new AbortController();
  const spec = { ...listener(port), isReady: async () => (await answers(port)) && interrupt.abort() !== undefined };
  await expect(Child.start(spec, { signal: interrupt.signal })).rejects.toThrow('aborted');
  expect(await answers(port)).toBe(false);
});

const quickLiveness = (port: number) => ({ ...serviceLiveness({ PORT: String(port) }), everyMs: 50, withinMs: 200 });

test.each([
  ['is stopped by SIGSTOP', (child: Child) => process.kill(child.pid ?? 0, 'SIGSTOP')],
  ['blocks its event loop', (_child: Child, port: number) => void answers(port, '/block')],
])('a child that %s is killed after three failed checks and restarted', async (_how, hang) => {
  const port = await freePort();
  const messages: string[] = [];
  const spec = { ...listener(port, blockOnDemand), liveness: quickLiveness(port) };
  await using child = await Child.start(spec, { restart: true, announce: (line) => messages.push(line) });
  const hung = child.pid;
  hang(child, port);
  await expect.poll(() => messages.at(-1), { timeout: 10_000 }).toContain('is ready again');
  expect(child.pid).not.toBe(hung);
  expect(await answers(port)).toBe(true);
  expect(messages.slice(0, 2)).toEqual([
    'listener missed 3 liveness checks in a row; killing it',
    'listener ended by SIGKILL; restarting it',
  ]);
});

test('does not kill a child that fails single checks', async () => {
  const port = await freePort();
  const messages: string[] = [];
  let checks = 0;
  const liveness = { ...quickLiveness(port), isLive: async () => ++checks % 3 === 0 };
  await using child = await Child.start(
    { ...listener(port), liveness },
    { restart: true, announce: (line) => messages.push(line) },
  );
  const { pid } = child;
  await expect.poll(() => checks, { timeout: 10_000 }).toBeGreaterThan(12);
  expect(child.pid).toBe(pid);
  expect(messages).toEqual([]);
});

test('checks /livez of every service with the deadlines of docs/deployment.md', () => {
  const page = readFileSync(join(repositoryRoot, 'docs/deployment.md'), 'utf8');
  const spec = serviceSpec('identity', { PORT: '1' }, folder);
  expect(spec.liveness).toMatchObject({ everyMs: 5_000, withinMs: 5_000, maxMisses: 3 });
  expect(page).toMatch(/every 5 s.*deadline of 5 s.*three.*in a row/s);
});

test('`restart` replaces the process and reports no exit', async () => {
  const port = await freePort();
  const messages: string[] = [];
  await using child = await Child.start(listener(port), { restart: true, announce: (line) => messages.push(line) });
  const first = child.pid;
  child.restart();
  await expect.poll(() => messages, { timeout: 10_000 }).toEqual([expect.stringContaining('is ready again')]);
  expect(child.pid).not.toBe(first);
  expect(await answers(port)).toBe(true);
});

test('a restart that fails says file and line, and is tried again only when a restart is requested', async () => {
  const port = await freePort();
  const messages: string[] = [];
  const spec = listener(port);
  const announce = (line: string) => messages.push(line);
  await using child = await Child.start(spec, { restart: true, awaitChangeOnFailure: true, announce });
  writeFileSync(spec.command[1] ?? '', 'const ready = true;\nconst = 1;');
  child.restart();
  await expect.poll(() => messages, { timeout: 10_000 }).toHaveLength(1);
  expect(messages[0]).toMatch(
    /^listener exited with code 1 before it was ready\.\n {4}file:.*\.mjs:2\n {4}const = 1;\n.*SyntaxError/s,
  );
  listener(port);
  child.restart();
  await expect.poll(() => messages.at(-1), { timeout: 10_000 }).toContain('is ready again');
  expect(messages).toHaveLength(2);
});

test('a crash loop reports each cause once', async () => {
  const port = await freePort();
  const messages: string[] = [];
  const spec = listener(port);
  await using child = await Child.start(spec, { restart: true, announce: (line) => messages.push(line) });
  const runs = join(folder, `${port}.runs`);
  writeFileSync(
    spec.command[1] ?? '',
    `import { appendFileSync } from 'node:fs'; appendFileSync('${runs}', 'x'); throw new Error('no disk');`,
  );
  process.kill(child.pid ?? 0, 'SIGKILL');
  await expect
    .poll(() => existsSync(runs) && readFileSync(runs, 'utf8').length, { timeout: 15_000 })
    .toBeGreaterThan(3);
  expect(messages).toEqual(['listener ended by SIGKILL; restarting it', expect.stringMatching(/mjs:1\n.*no disk/s)]);
});

const blockOnDemand = `process.on('SIGTERM', () => process.exit());
globalThis.block = (url) => { if (url === '/block') for (;;); };`;

function listener(port: number, first = ''): ChildSpec {
  const script = join(folder, `${port}.mjs`);
  writeFileSync(
    script,
    `import { createServer } from 'node:http';
${first}
createServer((request, response) => { globalThis.block?.(request.url); response.end(); }).listen(${port}, '127.0.0.1');`,
  );
  return {
    name: 'listener',
    command: [process.execPath, script],
    cwd: folder,
    env: {},
    logFile: join(folder, `${port}.log`),
    isReady: () => answers(port),
    readyWithinMs: 10_000,
    stopSignal: 'SIGTERM',
    stopWithinMs: 5_000,
  };
}

function answers(port: number, path = '/'): Promise<boolean> {
  return new Promise((resolve) => {
    get({ port, path, host: '127.0.0.1', agent: false }, (response) => {
      response.resume();
      resolve(true);
    }).once('error', () => resolve(false));
  });
}

test('a process that listens with HTTPS is live, although its certificate has no address of this machine', async () => {
  const ca = await certificateAuthority(folder);
  const files = await ca.issue('service', [{ type: 'dns', value: 'identity' }]);
  const answer: RequestListener = (_request, response) => void response.end();
  const { server, url } = await listen(answer, 0, '127.0.0.1', { certificate: certificateOf(files) });
  const { isLive } = serviceLiveness({ PORT: new URL(url).port, ...files });
  expect(await isLive(5000)).toBe(true);
  await closeServer(server);
  expect(await isLive(5000)).toBe(false);
});
