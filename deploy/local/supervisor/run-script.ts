import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { baseEnvironment, repositoryRoot } from '../environment.ts';
import { logTail } from './log-tail.ts';

export type Command = {
  name: string;
  script: string;
  args?: string[];
  root?: string;
  env: Record<string, string>;
  logFile: string;
  signal: AbortSignal;
  onLine?: (line: string) => void;
};

export async function runScript({
  name,
  script,
  args = [],
  root = repositoryRoot,
  env,
  logFile,
  signal,
  onLine,
}: Command): Promise<void> {
  mkdirSync(dirname(logFile), { recursive: true });
  const log = createWriteStream(logFile, { flags: 'a', mode: 0o600 });
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    env: { ...baseEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      log.write(`${line}\n`);
      onLine?.(line);
    });
  }
  const code = await new Promise((resolve) => child.once('close', resolve).once('error', () => {}));
  await new Promise<void>((resolve) => log.end(resolve));
  signal.throwIfAborted();
  if (code !== 0) throw new Error(`${name} failed with code ${code}.\n${logTail(logFile)}`);
}
