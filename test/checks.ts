import { runCommand } from './run-command.ts';

const checks: [title: string, command: string[]][] = [
  // The default of four checkers repeats most of the work.
  [
    'types (tsc)',
    ['tsc', '--noEmit', '--checkers', '1', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.json'],
  ],
  ['types of the client without Node (tsc)', ['tsc', '-p', 'packages/client', '--checkers', '1']],
  ['format and lint (biome)', ['biome', 'check', '.']],
  [
    'dead code (knip)',
    [
      'knip',
      '--no-progress',
      '--treat-config-hints-as-errors',
      '--cache',
      '--cache-location',
      'node_modules/.cache/knip',
    ],
  ],
  ['contract up to date', ['node', 'packages/openapi/generate.ts', '--check']],
  ['state diagrams up to date', ['node', 'deploy/state-diagrams/generate.ts', '--check']],
  ['contract well-formed (redocly)', ['redocly', 'lint']],
];

export async function runChecks(): Promise<number> {
  const outcomes = await Promise.all(checks.map(([title, command]) => runCheck(title, command)));
  return outcomes.filter((passed) => !passed).length;
}

async function runCheck(title: string, command: string[]): Promise<boolean> {
  const started = performance.now();
  const { code, output } = await runCommand(command, 'captured');
  const seconds = `${((performance.now() - started) / 1000).toFixed(1)} s`;
  process.stdout.write(`  ${code === 0 ? '✓' : '✗'} ${title.padEnd(44)} ${seconds.padStart(7)}\n`);
  if (code !== 0) process.stdout.write(`${output.trimEnd().replace(/^/gm, '      ')}\n`);
  return code === 0;
}
