import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { repositoryRoot } from '../deploy/local/environment.ts';
import { stopWithParent } from '../deploy/local/supervisor/stop-with-parent.ts';

const binaries = join(repositoryRoot, 'node_modules/.bin');
const environment = {
  ...process.env,
  PATH: `${binaries}${delimiter}${process.env.PATH}`,
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
};

type Output = 'shown' | 'captured' | 'interactive';

const stdio = {
  shown: ['ignore', 'inherit', 'inherit'],
  captured: ['ignore', 'pipe', 'pipe'],
  interactive: ['inherit', 'inherit', 'inherit'],
} as const satisfies Record<Output, readonly string[]>;

export function runCommand(
  [name = '', ...args]: string[],
  output: Output,
  settings: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  const child = spawn(name, args, {
    cwd: repositoryRoot,
    env: { ...environment, ...settings },
    stdio: [...stdio[output]],
  });
  const guard = child.pid ? stopWithParent(child.pid, 'SIGINT') : undefined;
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, output: error.message }));
    child.once('close', (code) => {
      guard?.[Symbol.dispose]();
      resolve({ code, output: Buffer.concat(chunks).toString() });
    });
  });
}
