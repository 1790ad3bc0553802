import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { identify, isAlive } from './process-identity.ts';
import { RunFile, readRun } from './run-file.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'run-file-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const claim = () => RunFile.claim(dataDir, 'http://127.0.0.1:8080', () => {});

test('refuses a second start on the same folder and says what to do', async () => {
  using _first = await claim();
  await expect(claim()).rejects.toThrow(new RegExp(`already runs on .*\\nStop it with .*kill ${process.pid}`));
});

test('allows a start on the folder after the first has ended', async () => {
  (await claim())[Symbol.dispose]();
  using second = await claim();
  expect(second).toBeDefined();
});

test('stops the processes of a killed start, but no other process with a reused pid', async () => {
  const orphan = spawn('sleep', ['60'], { detached: true });
  const otherProcess = spawn('sleep', ['60'], { detached: true });
  const killed = await claim();
  killed.recordChild({ name: 'identity', stopSignal: 'SIGTERM' }, orphan.pid ?? 0);
  killed.recordChild({ name: 'provider', stopSignal: 'SIGTERM' }, otherProcess.pid ?? 0);
  simulateKill();

  const ended = once(orphan, 'exit');
  using _next = await claim();
  await ended;
  expect(isAlive(identify(otherProcess.pid ?? 0) ?? { pid: 0, startedAt: '' })).toBe(true);
  otherProcess.kill();
});

function simulateKill(): void {
  const run = readRun(dataDir);
  if (!run?.children.provider) throw new Error('Nothing was recorded.');
  run.supervisor.startedAt = 'long ago';
  run.children.provider.startedAt = 'long ago';
  writeFileSync(join(dataDir, 'run.json'), JSON.stringify(run));
}
