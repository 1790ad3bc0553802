import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { type ReplicaOptions, serveReplica } from './replica.ts';

export async function startReplica(options: ReplicaOptions) {
  const stopped = Promise.withResolvers<void>();
  const ended = serveReplica(options, () => stopped.promise);
  await waitUntilReady(options.port);
  return {
    async stop() {
      stopped.resolve();
      await ended;
    },
  };
}

/** In a separate process, which can get signals. */
export async function spawnReplica(options: ReplicaOptions): Promise<ChildProcess> {
  const script = join(import.meta.dirname, 'replica-child.ts');
  const child = spawn(process.execPath, [script, JSON.stringify(options)], { stdio: ['pipe', 'inherit', 'inherit'] });
  await waitUntilReady(options.port);
  return child;
}

function waitUntilReady(port: number): Promise<void> {
  const probe = async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).ok).toBe(true);
  return vi.waitFor(probe, { timeout: 20_000 });
}
