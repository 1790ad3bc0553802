import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** A process of a benchmark. It answers each message, and its start, with numbers. */
export type Worker = AsyncDisposable & { pid: number; send(message: unknown): Promise<number[]> };

/** Starts a module in a process; resolves once it is ready. */
export async function startWorker(file: string, args: string[], execArgv: string[] = []): Promise<Worker> {
  const child = fork(file, args, { execArgv });
  await nextNumbers(child);
  return {
    pid: child.pid ?? 0,
    async send(message) {
      child.send(message as object);
      return nextNumbers(child);
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

async function nextNumbers(child: ChildProcess): Promise<number[]> {
  const received = new AbortController();
  const { signal } = received;
  const exited = once(child, 'exit', { signal }).then(() => {
    throw new Error('A benchmark process exited early. Its error is above.');
  });
  const [numbers] = await Promise.race([once(child, 'message', { signal }), exited]);
  received.abort();
  return numbers;
}
