import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { repositoryRoot } from '../../deploy/local/environment.ts';
import { type DatabaseService, serviceDatabases } from '../../deploy/local/services.ts';
import type { RepositoryCopy } from '../repository-copy.ts';
import { type Killer, types } from './killers.ts';
import type { Mutant } from './mutant.ts';
import { mutated } from './mutated.ts';

export type Outcome = 'killed' | 'survived' | 'no test ran';
export type Result = { outcome: Outcome; failures: string[]; killer?: Killer };
export type Run = {
  tests: readonly string[];
  /** Only the test of that name, outside of any `describe`. */
  name?: string;
  /** Tests that are nearest to this path run first. */
  near?: string;
};
/** What a session sends to its process. `migrate`: services whose database is made again first. */
export type RunMessage = Run & { migrate: readonly DatabaseService[] };

const lowPriority = 10;
// A mutant may loop without end.
const minutesPerRun = 20;

/** Runs tests in a copy of the repository, one run after the other. */
export class Session implements AsyncDisposable {
  readonly #copy: RepositoryCopy;
  #child: ChildProcess | undefined;
  /** Services whose migrations changed since their database was made. */
  readonly #changed = new Set<DatabaseService>();

  constructor(copy: RepositoryCopy) {
    this.#copy = copy;
  }

  async run(run: Run): Promise<Result> {
    this.#child ??= this.#start();
    const { promise, resolve } = Promise.withResolvers<Result>();
    const onExit = () => resolve({ outcome: 'no test ran', failures: ['The test process ended.'] });
    this.#child
      .once('message', resolve)
      .once('exit', onExit)
      .send({ ...run, migrate: [...this.#changed] } satisfies RunMessage);
    this.#changed.clear();
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

  /** Begins with `first`, which killed the mutant the last time, because one test is quicker than all. If it passes, all tests follow. */
  async runMutant(mutant: Mutant, first?: Killer): Promise<Result> {
    const original = this.#copy.read(mutant.file);
    const migrated = serviceDatabases.find((service) =>
      mutant.file.startsWith(`services/${service}/src/db/migrations/`),
    );
    // Each run loads the sources of services again. Everything else is loaded once, so its change needs a new process.
    const isShared = !migrated && !/^services\/.*\.ts$/.test(mutant.file);
    if (isShared) await this[Symbol.asyncDispose]();
    this.#copy.write(mutant.file, mutated(original, mutant));
    if (migrated) this.#changed.add(migrated);
    try {
      const result = first && (await this.#runKiller(first));
      if (result?.outcome === 'killed') return result;
      const { tests, otherTests = [] } = mutant;
      for (const some of [tests, otherTests].filter(({ length }) => length > 0)) {
        const result = await this.run({ tests: some, near: mutant.file });
        if (result.outcome !== 'survived') return result;
      }
      return await this.checkTypes();
    } finally {
      this.#copy.write(mutant.file, original);
      if (migrated) this.#changed.add(migrated);
      if (isShared) await this[Symbol.asyncDispose]();
    }
  }

  #runKiller(killer: Killer): Promise<Result> {
    return killer === types ? this.checkTypes() : this.run({ tests: [killer.test], name: killer.name });
  }

  /** A change that does not compile reaches nobody. */
  async checkTypes(): Promise<Result> {
    const { root } = this.#copy;
    const info = 'node_modules/.cache/types.json';
    // What the last check of the checkout found out saves most of the work.
    if (!existsSync(join(root, info)) && existsSync(join(repositoryRoot, info)))
      this.#copy.write(info, readFileSync(join(repositoryRoot, info), 'utf8'));
    const args = ['--noEmit', '--checkers', '1', '--incremental', '--tsBuildInfoFile', info];
    const child = spawn(join(root, 'node_modules/.bin/tsc'), args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
    if (child.pid) setPriority(child.pid, lowPriority);
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    return code === 0
      ? { outcome: 'survived', failures: [] }
      : { outcome: 'killed', failures: [output], killer: types };
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
