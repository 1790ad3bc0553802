import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A process of a benchmark. It says that it is ready, and answers each question with numbers. */
export type Worker = AsyncDisposable & { ask(question: unknown): Promise<number[]> };

/** Starts a file of this folder; resolves once it is ready. */
export async function startWorker(file: string, args: string[], execArgv: string[] = []): Promise<Worker> {
  const child = fork(join(import.meta.dirname, file), args, { execArgv });
  await answerOf(child);
  return {
    async ask(question) {
      child.send(question as object);
      return answerOf(child);
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

async function answerOf(child: ChildProcess): Promise<number[]> {
  const answered = new AbortController();
  const { signal } = answered;
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error('A process of the benchmark has ended.');
  });
  const [numbers] = await Promise.race([once(child, 'message', { signal }), ended]);
  answered.abort();
  return numbers;
}
