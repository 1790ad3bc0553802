import { readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { CpuProfile } from './flame-graph.ts';

/** The port that a Node process opens at SIGUSR1. */
const inspector = 'http://127.0.0.1:9229';

/** Profiles a running Node process. Its inspector is open only meanwhile. */
export async function recordProfile(pid: number, seconds: number): Promise<CpuProfile> {
  // SIGUSR1 ends other programs.
  if (!isNode(pid)) throw new Error(`Process ${pid} is not a process of Node that this user may profile.`);
  process.kill(pid, 'SIGUSR1');
  await using session = await openSession();
  const { result } = await session.send('Runtime.evaluate', { expression: 'process.pid' });
  if (result.value !== pid)
    throw new Error(`${inspector} belongs to process ${result.value}, not to ${pid}. Retry when it is free.`);
  try {
    await session.send('Profiler.enable');
    await session.send('Profiler.setSamplingInterval', { interval: 500 });
    await session.send('Profiler.start');
    await delay(seconds * 1000);
    const { profile } = await session.send('Profiler.stop');
    return profile;
  } finally {
    // Later: closing waits for this connection.
    const expression = `setTimeout(() => process.getBuiltinModule('node:inspector').close(), 200).unref()`;
    await session.send('Runtime.evaluate', { expression });
  }
}

function isNode(pid: number): boolean {
  try {
    return basename(readlinkSync(`/proc/${pid}/exe`)).startsWith('node');
  } catch {
    return false;
  }
}

type Reply = { result: { value: unknown }; profile: CpuProfile };

async function openSession(): Promise<
  AsyncDisposable & { send(method: string, params?: Record<string, unknown>): Promise<Reply> }
> {
  const socket = new WebSocket(await socketUrl());
  const [opened, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const replies = new Map<number, (reply: Reply) => void>();
  socket.onopen = () => opened.resolve();
  socket.onclose = () => closed.resolve();
  socket.onerror = () => opened.reject(new Error(`Cannot connect to ${inspector}.`));
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(data);
    replies.get(id)?.(result);
  };
  await opened.promise;
  let last = 0;
  return {
    send(method, params = {}) {
      last += 1;
      const { promise, resolve } = Promise.withResolvers<Reply>();
      replies.set(last, resolve);
      socket.send(JSON.stringify({ id: last, method, params }));
      return Promise.race([
        promise,
        closed.promise.then(() => {
          throw new Error('The process ended while it was profiled.');
        }),
      ]);
    },
    async [Symbol.asyncDispose]() {
      socket.close();
      await closed.promise;
    },
  };
}

async function socketUrl(): Promise<string> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const targets = await fetch(`${inspector}/json/list`).then(
      async (response) => (await response.json()) as { webSocketDebuggerUrl: string }[],
      () => [],
    );
    if (targets[0]) return targets[0].webSocketDebuggerUrl;
    await delay(100);
  }
  throw new Error(`The process does not open ${inspector}. Retry when no other process uses the port.`);
}
