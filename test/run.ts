import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { repositoryRoot } from '../deploy/local/surroundings.ts';

type Tally = { passed: number; failed: number };
/** What of vitest's JSON report counts here. */
type Report = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; name: string; message: string; assertionResults: { status: string }[] }[];
};

const binaries = join(repositoryRoot, 'node_modules/.bin');
const environment = {
  ...process.env,
  PATH: `${binaries}${delimiter}${process.env.PATH}`,
  // The check of the contract talks to nobody.
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
};

/** `npm test`: what is cheap first, then every test. `npm test -- services/evidence` runs only the tests that match. */
async function main(filters: string[]): Promise<void> {
  const checks: Tally = { passed: 0, failed: 0 };
  if (filters.length === 0) {
    const alongside = [
      check('types (tsc)', ['tsc', '--noEmit']),
      check('format and lint (biome)', ['biome', 'check', '.']),
      check('dead code (knip)', ['knip', '--no-progress', '--no-config-hints']),
    ];
    const outcomes = await Promise.all(alongside);
    outcomes.push(await check('contract up to date', ['node', 'packages/contracts/generate.ts', '--check']));
    outcomes.push(await check('contract well-formed (redocly)', ['redocly', 'lint']));
    checks.failed = outcomes.filter((passed) => !passed).length;
  }
  const tests = await runTests(filters);
  const passed = tests.passed;
  const failed = tests.failed + checks.failed;
  process.exitCode = failed > 0 ? 1 : 0;
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
}

/** Tells a step's outcome in one line, and its output where it failed. */
async function check(title: string, command: string[]): Promise<boolean> {
  const started = performance.now();
  const { code, output } = await run(command, 'captured');
  const seconds = `${((performance.now() - started) / 1000).toFixed(1)} s`;
  process.stdout.write(`  ${code === 0 ? '✓' : '✗'} ${title.padEnd(44)} ${seconds.padStart(7)}\n`);
  if (code !== 0) process.stdout.write(`${output.trimEnd().replace(/^/gm, '      ')}\n`);
  return code === 0;
}

async function runTests(filters: string[]): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'trust-report-'));
  const file = join(folder, 'report.json');
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    // vitest itself leaves one processor free: of two, that is half.
    const workers = `--maxWorkers=${availableParallelism()}`;
    const { code } = await run(['vitest', 'run', workers, ...reporters, ...filters], 'shown');
    const tally = readReport(file);
    // No report, or an error outside of every test.
    if (code !== 0 && tally.failed === 0) tally.failed = 1;
    return tally;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(file: string): Tally {
  try {
    const report: Report = JSON.parse(readFileSync(file, 'utf8'));
    // A file that could not be loaded, or whose set-up failed, may hold no failed test of its own.
    const broken = report.testResults.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
    );
    return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
  } catch {
    return { passed: 0, failed: 0 };
  }
}

function run(
  [name = '', ...args]: string[],
  output: 'shown' | 'captured',
): Promise<{ code: number | null; output: string }> {
  const child = spawn(name, args, {
    cwd: repositoryRoot,
    env: environment,
    stdio: output === 'shown' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, output: error.message }));
    child.once('close', (code) => resolve({ code, output: Buffer.concat(chunks).toString() }));
  });
}

await main(process.argv.slice(2));
