import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { repositoryRoot } from '../deploy/local/environment.ts';

export const quickstart = readFileSync(join(repositoryRoot, 'docs/quickstart.md'), 'utf8');

const [start = '', ...others] = [...quickstart.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(
  ([, commands = '']) => commands,
);

/** The commands of the first terminal, one a line; the last of them runs until Ctrl-C. */
export const startCommands = start.trim().split('\n');

const usesNpm = (commands: string) => /^npm /m.test(commands);

/** The commands of the second terminal as scripts that stop at the first error. */
export const requestScript = scriptOf(others.filter((commands) => !usesNpm(commands)));
export const npmScript = scriptOf(others.filter(usesNpm));

function scriptOf(blocks: string[]): string {
  return ['set -euo pipefail', ...blocks].join('\n');
}

/** Fails unless `stdout` has the claims, the signed claims and the workspace of a new provider. */
export function expectRequestOutput(stdout: string): void {
  expect(stdout).toContain('"limitations":');
  expect(stdout).toMatch(/^ey[\w-]+\.[\w-]+\.[\w-]+/m);
  expect(stdout).toContain('"representative":{"role":"owner"}');
}
