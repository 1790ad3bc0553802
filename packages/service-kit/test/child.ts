import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export type Child = AsyncDisposable & {
  readonly exited: Promise<unknown>;
  readonly said: string;
  kill(): Promise<void>;
  signal(name: NodeJS.Signals): void;
  isRunning(): boolean;
};

/** Resolves once the script printed that it is ready. */
export async function startChild(script: string, settings: object): Promise<Child> {
  const child = spawn(process.execPath, [join(import.meta.dirname, script), JSON.stringify(settings)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const [said] = await Promise.race([once(child.stdout, 'data'), exited]);
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const kill = async () => {
    if (isRunning()) child.kill('SIGKILL');
    await exited;
  };
  const signal = (name: NodeJS.Signals) => void child.kill(name);
  return { exited, said: String(said), isRunning, signal, kill, [Symbol.asyncDispose]: kill };
}
