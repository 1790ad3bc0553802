import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Child, type ChildSpec } from './child.ts';
import { freePort } from './ports.ts';
import { identify, isAlive } from './process-identity.ts';

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

function listener(port: number, first = ''): ChildSpec {
  const script = join(folder, `${port}.mjs`);
  writeFileSync(
    script,
    `import { createServer } from 'node:http';
${first}
createServer((_request, response) => response.end()).listen(${port}, '127.0.0.1');`,
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

function answers(port: number): Promise<boolean> {
  return new Promise((settle) => {
    get({ port, host: '127.0.0.1', agent: false }, (response) => {
      response.resume();
      settle(true);
    }).once('error', () => settle(false));
  });
}
