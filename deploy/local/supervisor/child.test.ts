import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { repositoryRoot } from '../environment.ts';
import { freePort } from '../ports.ts';
import { Child, type ChildSpec } from './child.ts';
import { livenessOf } from './liveness.ts';
import { identify, isAlive } from './process-identity.ts';
import { serviceSpec } from './start-services.ts';

const folder = mkdtempSync(join(tmpdir(), 'child-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a child that is killed comes back on the same port, as often as it takes', async () => {
  const port = await freePort();
  const messages: string[] = [];
  await using child = await Child.start(listener(port), { restart: true, announce: (line) => messages.push(line) });
  const pids = new Set([child.pid]);
  for (let killed = 1; killed <= 2; killed += 1) {
    process.kill(child.pid ?? 0, 'SIGKILL');
    await expect
      .poll(() => messages.filter((line) => line.includes('is back')).length, { timeout: 5_000 })
      .toBe(killed);
    expect(await answers(port)).toBe(true);
    pids.add(child.pid);
  }
  expect(pids.size).toBe(3);
  expect(messages[0]).toBe('listener ended by SIGKILL; starting it again');
});

test('a stopped child stays down', async () => {
  const port = await freePort();
  const messages: string[] = [];
  const child = await Child.start(listener(port), { restart: true, announce: (line) => messages.push(line) });
  await child.stop();
  expect(await answers(port)).toBe(false);
  expect(messages).toEqual([]);
});

test('a child that ignores the stop signal is killed when its time is over', async () => {
  const port = await freePort();
  const child = await Child.start({ ...listener(port, "process.on('SIGTERM', () => {});"), stopWithinMs: 100 });
  const identity = identify(child.pid ?? 0);
  await child.stop();
  expect(identity && isAlive(identity)).toBe(false);
});

test('a child that dies before it is ready fails the start with the end of its log', async () => {
  const spec = listener(await freePort(), "console.error('FOO is missing'); process.exit(3);");
  await expect(Child.start(spec, { restart: true })).rejects.toThrow(
    /^listener exited with code 3 before it was ready\..*FOO is missing/s,
  );
});

test('an interrupted start leaves nothing running', async () => {
  const port = await freePort();
  const interrupt = new AbortController();
  const spec = { ...listener(port), isReady: async () => (await answers(port)) && interrupt.abort() !== undefined };
  await expect(Child.start(spec, { signal: interrupt.signal })).rejects.toThrow('aborted');
  expect(await answers(port)).toBe(false);
});

const quickLiveness = (port: number) => ({ ...livenessOf(port), everyMs: 50, withinMs: 200 });

test.each([
  ['is stopped by SIGSTOP', (child: Child) => process.kill(child.pid ?? 0, 'SIGSTOP')],
  ['blocks its event loop', (_child: Child, port: number) => void answers(port, '/block')],
])('a child that %s is killed after three missed checks and started again', async (_how, hang) => {
  const port = await freePort();
  const messages: string[] = [];
  const spec = { ...listener(port, blockOnDemand), liveness: quickLiveness(port) };
  await using child = await Child.start(spec, { restart: true, announce: (line) => messages.push(line) });
  const hung = child.pid;
  hang(child, port);
  await expect.poll(() => messages.at(-1), { timeout: 10_000 }).toContain('is back');
  expect(child.pid).not.toBe(hung);
  expect(await answers(port)).toBe(true);
  expect(messages.slice(0, 2)).toEqual([
    'listener missed 3 liveness checks in a row; killing it',
    'listener ended by SIGKILL; starting it again',
  ]);
});

test('a child that misses checks now and then is left alone', async () => {
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

test('every service is checked by /livez, with the deadline that docs/deployment.md names', () => {
  const page = readFileSync(join(repositoryRoot, 'docs/deployment.md'), 'utf8');
  const spec = serviceSpec('identity', { PORT: '1' }, folder);
  expect(spec.liveness).toMatchObject({ everyMs: 5_000, withinMs: 5_000, mostMisses: 3 });
  expect(page).toMatch(/every 5 s.*deadline of 5 s.*three.*in a row/s);
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
  return new Promise((settle) => {
    get({ port, path, host: '127.0.0.1', agent: false }, (response) => {
      response.resume();
      settle(true);
    }).once('error', () => settle(false));
  });
}
