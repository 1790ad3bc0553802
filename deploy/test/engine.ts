import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { RunFile } from '../local/supervisor/run-file.ts';
import { run } from './run.ts';

/** Starts an engine of its own and stops it when disposed of. Its images stay in `folder`, for the next run. */
export async function startEngine(folder: string, runFile: RunFile): Promise<AsyncDisposable & { host: string }> {
  if (process.getuid?.() !== 0) throw new Error('Only root can start dockerd. Set DOCKER_HOST to a running engine.');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const host = `unix://${join(folder, 'docker.sock')}`;
  const log = openSync(join(folder, 'dockerd.log'), 'a', 0o600);
  const folders = ['--data-root', join(folder, 'images'), '--exec-root', join(folder, 'run')];
  const child = spawn('dockerd', ['--host', host, '--pidfile', join(folder, 'docker.pid'), ...folders], {
    stdio: ['ignore', log, log],
    // Ctrl-C must reach this process only, which stops the containers first.
    detached: true,
  });
  closeSync(log);
  // The next run stops it if this process is killed.
  if (child.pid) runFile.recordChild({ name: 'dockerd', stopSignal: 'SIGTERM' }, child.pid);
  const exited = once(child, 'exit').catch(() => {});
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    // dockerd leaves network namespaces mounted, also when it stops in order.
    for (const point of mountsBelow(folder)) await run(['umount', '--lazy', point]);
    rmSync(join(folder, 'run'), { recursive: true, force: true });
  };
  for (let waited = 0; waited < 60_000; waited += 500) {
    if (child.exitCode !== null) break;
    if (await isEngine(host)) return { host, [Symbol.asyncDispose]: stop };
    await delay(500);
  }
  await stop();
  throw new Error(`dockerd does not start. Read ${join(folder, 'dockerd.log')}.`);
}

function mountsBelow(folder: string): string[] {
  const points = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '');
  return points.filter((point) => point.startsWith(`${folder}/`)).reverse();
}

export function isEngine(host: string): Promise<boolean> {
  return run(['docker', '--host', host, 'version']).then(
    () => true,
    () => false,
  );
}
