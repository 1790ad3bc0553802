import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { RepositoryCopy } from '../repository-copy.ts';
import type { Mutant } from './mutant.ts';
import { mutated } from './mutated.ts';

export type Outcome = 'killed' | 'survived' | 'no test ran';
export type Result = { outcome: Outcome; failures: string[] };

const lowPriority = 10;
// A mutant may loop without end.
const minutesPerRun = 20;

/** Runs tests in a copy of the repository, one run after the other. */
export class Session implements AsyncDisposable {
  readonly #copy: RepositoryCopy;
  #child: ChildProcess | undefined;

  constructor(copy: RepositoryCopy) {
    this.#copy = copy;
  }

  async run(tests: readonly string[]): Promise<Result> {
    this.#child ??= this.#start();
    const { promise, resolve } = Promise.withResolvers<Result>();
    const onExit = () => resolve({ outcome: 'no test ran', failures: ['The test process ended.'] });
    this.#child.once('message', resolve).once('exit', onExit).send(tests);
    const limit = setTimeout(() => {
      resolve({ outcome: 'killed', failures: [`The tests took more than ${minutesPerRun} minutes.`] });
      this.#child?.kill('SIGKILL');
      this.#child = undefined;
    }, minutesPerRun * 60_000);
    const result = await promise;
    clearTimeout(limit);
    this.#child?.off('message', resolve).off('exit', onExit);
    if (!this.#child?.connected) this.#child = undefined;
    return result;
  }

  async runMutant(mutant: Mutant): Promise<Result> {
    const original = this.#copy.read(mutant.file);
    // Only tests load the sources of services again in each run. The rest starts and migrates the databases too.
    const isShared = !/^services\/.*\.ts$/.test(mutant.file);
    if (isShared) await this[Symbol.asyncDispose]();
    this.#copy.write(mutant.file, mutated(original, mutant));
    try {
      const { tests, otherTests = [] } = mutant;
      const result = tests.length > 0 ? await this.run(tests) : undefined;
      if (result && (result.outcome !== 'survived' || otherTests.length === 0)) return result;
      return await this.run(otherTests);
    } finally {
      this.#copy.write(mutant.file, original);
      if (isShared) await this[Symbol.asyncDispose]();
    }
  }

  #start(): ChildProcess {
    const { root } = this.#copy;
    // The copy's own vitest: its tests would not find the runner of another one.
    const script = join(root, 'test/mutants/session-child.ts');
    const child = fork(script, { cwd: root, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    if (child.pid) setPriority(child.pid, lowPriority);
    return child;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || !child.connected) return;
    child.disconnect();
    await once(child, 'exit');
  }
}
