import { spawn } from 'node:child_process';
import { createWriteStream, type WriteStream } from 'node:fs';
import { createInterface } from 'node:readline';

export type RunOptions = {
  env?: Record<string, string>;
  cwd?: string;
  log?: WriteStream;
  /** Ends the command, and prevents later ones. */
  signal?: AbortSignal;
  /** The standard input. */
  input?: string;
  onLine?: (line: string) => void;
};

/** Returns the standard output. Throws with the last lines when the command fails. */
export async function run(
  command: string[],
  { env, cwd, log, signal, input, onLine }: RunOptions = {},
): Promise<string> {
  signal?.throwIfAborted();
  const [file = '', ...args] = command;
  const child = spawn(file, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    // Ctrl-C must reach this process only, which ends the command by `signal`.
    detached: true,
  });
  child.stdin.on('error', () => {}).end(input);
  const end = () => void (child.pid && process.kill(-child.pid, 'SIGTERM'));
  signal?.addEventListener('abort', end);
  const output: string[] = [];
  const tail: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      if (stream === child.stdout) output.push(line);
      tail.push(line);
      if (tail.length > 30) tail.shift();
      log?.write(`${line}\n`);
      onLine?.(line);
    });
  }
  const code = await new Promise((resolve) => child.once('close', resolve).once('error', resolve));
  signal?.removeEventListener('abort', end);
  signal?.throwIfAborted();
  if (code !== 0) throw new Error(`${command.join(' ')} failed (${code}):\n${tail.join('\n')}`);
  return output.join('\n');
}

export function openLogFile(file: string): WriteStream {
  return createWriteStream(file, { flags: 'a', mode: 0o600 });
}
