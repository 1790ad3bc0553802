import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryRoot } from '../../deploy/local/environment.ts';
import { RepositoryCopy } from '../repository-copy.ts';
import type { Mutant } from './mutant.ts';
import { mutated } from './mutated.ts';
import { readMutants } from './read-mutants.ts';

const help = `npm run test:mutants [-- options] [-- text…]   breaks one line at a time and prints which change no test notices

  text         only mutants whose file, change or tests contain one of the texts
  --jobs N     how many run side by side (default 2)
  --list       print the mutants; run nothing
  --check      only check that every mutant still applies; run nothing
  --help       this text

The mutants are in test/mutants/*.mutants.ts. A release needs no survivor. Ctrl-C stops everything.
`;

type Outcome = 'killed' | 'survived' | 'no test ran';
type Result = { outcome: Outcome; failures: string[] };
type Assertion = { status: string; fullName: string; failureMessages: string[] };
type Report = { testResults: { name: string; message: string; assertionResults: Assertion[] }[] };

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    jobs: { type: 'string', default: '2' },
    list: { type: 'boolean' },
    check: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});

if (options.help) process.stdout.write(help);
else process.exitCode = await main();

async function main(): Promise<number> {
  const mutants = (await readMutants()).filter(
    (mutant) => positionals.length === 0 || positionals.some((text) => JSON.stringify(mutant).includes(text)),
  );
  if (options.list) {
    for (const mutant of mutants) process.stdout.write(`${describe(mutant)}\n`);
    return 0;
  }
  const stale = mutants.flatMap(faultOf);
  if (stale.length > 0 || mutants.length === 0) {
    process.stderr.write(stale.length > 0 ? `${stale.join('\n')}\n` : 'No mutant matches.\n');
    return 1;
  }
  if (options.check) {
    process.stdout.write(`${mutants.length} mutants apply\n`);
    return 0;
  }
  return run(mutants);
}

async function run(mutants: Mutant[]): Promise<number> {
  using resources = new DisposableStack();
  // Before the first test, so that later changes of the checkout affect no result.
  const copies = Array.from({ length: Number(options.jobs) }, () => resources.use(new RepositoryCopy()));
  if (!(await passesUnchanged(copies[0] as RepositoryCopy, mutants))) return 1;

  const queue = [...mutants];
  const results: [Mutant, Outcome][] = [];
  async function work(copy: RepositoryCopy): Promise<void> {
    for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
      const started = performance.now();
      const { tests } = mutant;
      const { outcome } = await withMutant(copy, mutant, () => outcomeOf(copy.root, tests));
      results.push([mutant, outcome]);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      process.stdout.write(`${results.length}/${mutants.length} ${outcome} (${seconds} s) ${describe(mutant)}\n`);
    }
  }
  await Promise.all(copies.map(work));
  const alive = results.filter(([, outcome]) => outcome !== 'killed');
  for (const [mutant, outcome] of alive) process.stdout.write(`\n${outcome}: ${describe(mutant)}\n`);
  process.stdout.write(`\n${results.length - alive.length} of ${results.length} mutants killed\n`);
  return alive.length > 0 ? 1 : 0;
}

/** A test that fails without a mutant would count every mutant as killed. */
async function passesUnchanged(copy: RepositoryCopy, mutants: Mutant[]): Promise<boolean> {
  process.stdout.write('running the unchanged tests\n');
  const { outcome, failures } = await outcomeOf(copy.root, [...new Set(mutants.flatMap(({ tests }) => tests))]);
  if (outcome === 'survived') return true;
  process.stderr.write(`Tests fail without a mutant; correct them first:\n${failures.slice(0, 20).join('\n')}\n`);
  return false;
}

async function withMutant<Result>(copy: RepositoryCopy, mutant: Mutant, work: () => Promise<Result>): Promise<Result> {
  const original = copy.read(mutant.file);
  copy.write(mutant.file, mutated(original, mutant));
  try {
    return await work();
  } finally {
    copy.write(mutant.file, original);
  }
}

async function outcomeOf(root: string, tests: string[]): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'trust-mutant-report-'));
  try {
    const report = join(folder, 'report.json');
    const args = ['run', '--bail=1', '--maxWorkers=2', '--reporter=json', `--outputFile.json=${report}`, ...tests];
    if ((await exitCodeOf(root, 'vitest', args)) === 0) return { outcome: 'survived', failures: [] };
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
    const failures = testResults.flatMap(({ name, message, assertionResults }) => [
      ...(message ? [`${relative(root, name)}: ${message}`] : []),
      ...assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => `${fullName}\n${failureMessages.join('\n')}`),
    ]);
    const hasTests = testResults.some(({ assertionResults }) => assertionResults.length > 0);
    return { outcome: hasTests ? 'killed' : 'no test ran', failures };
  } catch (error) {
    return { outcome: 'no test ran', failures: [String(error)] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function exitCodeOf(cwd: string, command: string, args: string[]): Promise<number | null> {
  // The copy's own vitest: its tests would not find the runner of another one.
  const path = `${join(cwd, 'node_modules/.bin')}${delimiter}${process.env.PATH}`;
  const child = spawn(command, args, { cwd, env: { ...process.env, PATH: path }, stdio: 'ignore' });
  return new Promise((resolve) => child.once('error', () => resolve(null)).once('close', resolve));
}

function faultOf(mutant: Mutant): string[] {
  try {
    mutated(readFileSync(join(repositoryRoot, mutant.file), 'utf8'), mutant);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

function describe({ file, find, replace, tests }: Mutant): string {
  return `${file}\n    - ${find}\n    + ${replace || '(nothing)'}\n    ${tests.join(' ')}`;
}
