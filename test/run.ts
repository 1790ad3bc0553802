import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readStat } from '../bench/proc.ts';
import { runChecks } from './checks.ts';
import { installPrograms } from './install-programs.ts';
import { runCommand } from './run-command.ts';
import { type SuiteName, suites } from './suites.ts';
import type { Tally } from './tally-reporter.ts';

const help = `npm test [-- options] [-- paths]   all checks, then all tests; with paths: only the tests that match, no checks

  npm test -- services/evidence      tests of one service, folder or file
  npm test -- -t "^E3"               tests whose title matches, here those of promise E3
  npm test -- --watch services/evidence   run them again after each change of a file that they load
  npm run check                      all checks, no tests
  npm run test:long                  tests that take minutes or measure time: files *.long.test.ts
  npm run test:faults                tests that kill processes of the platform: files *.faults.test.ts
  npm run test:observability         runs every dashboard query and rule in a real Prometheus: files *.observability.test.ts

The suites test:… run no checks and take the same paths and options.

  --help       show this text; other options go to vitest
  TMPDIR       folder for the tests' Postgres and files (default: memory if there is enough; now ${process.env.TMPDIR ?? 'not set'})
  docs/promises.md says which suite and which setting prove which promise.

Ctrl-C stops everything and removes all files.
`;

// Ctrl-C reaches vitest too: it stops what it has started, and this process waits for that.
let isInterrupted = false;
process.on('SIGINT', () => {
  isInterrupted = true;
});

/** Covers all of `npm test` on two processors, without installing programs. */
const cpuBudgetSeconds = 2400;

async function main(): Promise<void> {
  const { suite, args } = suiteOf(process.argv.slice(2));
  if (args.includes('--help')) return void process.stdout.write(help);
  if (args.includes('--checks')) {
    process.exitCode = (await runChecks()) > 0 ? 1 : 0;
    return;
  }
  if (args.includes('--watch')) return watchTests(suite, args);
  const hasChecks = suite === 'default' && args.length === 0;
  if (hasChecks) await installPrograms((line) => process.stdout.write(`${line}\n`));
  const [started, installed] = [performance.now(), cpuSeconds()];
  const failedChecks = hasChecks ? await runChecks() : 0;
  const checked = cpuSeconds();
  const tests = isInterrupted ? { passed: 0, failed: 1 } : await runTests(suite, args);
  const failed = tests.failed + failedChecks;
  process.exitCode = failed > 0 ? 1 : 0;
  const seconds = Math.round((performance.now() - started) / 1000);
  const used = Math.round(cpuSeconds() - installed);
  const shares = `of ${cpuBudgetSeconds}: checks ${Math.round(checked - installed)}, tests ${Math.round(cpuSeconds() - checked)}`;
  const cpu = used > 0 ? `, ${used} CPU seconds${hasChecks ? ` ${shares}` : ''}` : '';
  const outcome = `${tests.passed} passed, ${failed} failed in ${seconds} s${cpu}`;
  process.stdout.write(`\n${isInterrupted ? 'interrupted: ' : ''}${outcome}\n`);
}

/** CPU time of this process and of its descendants that have ended. 0 without /proc. */
function cpuSeconds(): number {
  return (readStat(process.pid)?.withEndedChildrenMs ?? 0) / 1000;
}

function suiteOf([option, name = '', ...rest]: string[]): { suite: SuiteName; args: string[] } {
  if (option !== '--suite') return { suite: 'default', args: process.argv.slice(2) };
  if (!(name in suites)) throw new Error(`Unknown suite "${name}". Use one of: ${Object.keys(suites).join(', ')}.`);
  return { suite: name as SuiteName, args: rest };
}

async function watchTests(suite: SuiteName, args: string[]): Promise<void> {
  const rest = args.filter((one) => one !== '--watch');
  const { code } = await runCommand(['vitest', 'watch', ...rest], 'interactive', { TEST_SUITE: suite });
  process.exitCode = code ?? 1;
}

async function runTests(suite: SuiteName, args: string[]): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'trust-tally-'));
  const file = join(folder, 'tally.json');
  try {
    const reporters = ['--reporter=default', `--reporter=${join(import.meta.dirname, 'tally-reporter.ts')}`];
    // Tests often wait, so one worker more than processors. Tests that measure time run alone.
    const workers = `--maxWorkers=${suite === 'default' ? availableParallelism() + 1 : 1}`;
    const settings = { TEST_SUITE: suite, TALLY_FILE: file };
    const { code } = await runCommand(['vitest', 'run', workers, ...reporters, ...args], 'shown', settings);
    const tally: Tally = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { passed: 0, failed: 0 };
    // There is no tally, or an error outside of all tests.
    if (code !== 0 && tally.failed === 0) tally.failed = 1;
    return tally;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
