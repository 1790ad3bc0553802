import { join } from 'node:path';
import { repositoryRoot } from '../../deploy/local/environment.ts';
import { RepositoryCopy } from '../repository-copy.ts';
import { Killers } from './killers.ts';
import type { Mutant } from './mutant.ts';
import { type Outcome, Session } from './session.ts';

/** Prints each outcome. Returns the exit code: 1 if a mutant is not killed. */
export async function runMutants(mutants: readonly Mutant[], jobs: number): Promise<number> {
  await using resources = new AsyncDisposableStack();
  // Before the first test, so that later changes of the checkout affect no result.
  const copies = Array.from({ length: jobs }, () => resources.use(new RepositoryCopy()));
  const sessions = copies.map((copy) => resources.use(new Session(copy)));
  if (!(await passesUnchanged(sessions[0] as Session, mutants))) return 1;

  const killers = new Killers(join(repositoryRoot, 'node_modules/.cache/killers.json'));
  const queue = [...mutants];
  const results: [Mutant, Outcome][] = [];
  async function work(session: Session): Promise<void> {
    for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
      const started = performance.now();
      const { outcome, killer } = await session.runMutant(mutant, killers.of(mutant));
      killers.keep(mutant, killer);
      results.push([mutant, outcome]);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      process.stdout.write(`${results.length}/${mutants.length} ${outcome} (${seconds} s) ${describe(mutant)}\n`);
    }
  }
  await Promise.all(sessions.map(work));
  const alive = results.filter(([, outcome]) => outcome !== 'killed');
  for (const [mutant, outcome] of alive) process.stdout.write(`\n${outcome}: ${describe(mutant)}\n`);
  process.stdout.write(`\n${results.length - alive.length} of ${results.length} mutants killed\n`);
  return alive.length > 0 ? 1 : 0;
}

/** A test that fails without a mutant would count every mutant as killed. */
async function passesUnchanged(session: Session, mutants: readonly Mutant[]): Promise<boolean> {
  process.stdout.write('running the unchanged tests\n');
  const tests = new Set(mutants.flatMap(({ tests, otherTests = [] }) => [...tests, ...otherTests]));
  const results = [await session.run({ tests: [...tests] }), await session.checkTypes()];
  if (results.every(({ outcome }) => outcome === 'survived')) return true;
  const failures = results.flatMap((result) => result.failures);
  process.stderr.write(`Tests fail without a mutant; correct them first:\n${failures.slice(0, 20).join('\n')}\n`);
  return false;
}

export function describe({ file, find, replace, tests }: Mutant): string {
  return `${file}\n    - ${find}\n    + ${replace || '(nothing)'}\n    ${tests.join(' ')}`;
}
