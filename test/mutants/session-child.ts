import { relative } from 'node:path';
import { createVitest, type TestModule } from 'vitest/node';
import type { Killer } from './killers.ts';
import type { Result, Run } from './session.ts';

/** Runs in a copy of the repository, and keeps the databases and NATS for its next run. */
process.env.TEST_SUITE = 'default';
const vitest = await createVitest('test', { watch: false, bail: 1, maxWorkers: 2, reporters: [{}] });

process.on('disconnect', () => void vitest.close().finally(() => process.exit()));
process.on('message', ({ tests, name }: Run) => {
  void outcomeOf(tests, name)
    .catch((error: unknown): Result => ({ outcome: 'no test ran', failures: [String(error)] }))
    .then((result) => process.send?.(result));
});

async function outcomeOf(tests: readonly string[], name: string | undefined): Promise<Result> {
  if (name === undefined) vitest.resetGlobalTestNamePattern();
  else vitest.setGlobalTestNamePattern(new RegExp(`^${name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`));
  const specifications = await vitest.globTestSpecifications([...tests]);
  const { unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const modules = specifications.flatMap(({ testModule }) => testModule ?? []);
  const failures = [...modules.flatMap(failuresOf), ...unhandledErrors.map(String)];
  const hasTests = modules.some(({ children }) => children.size > 0);
  const [killer] = modules.flatMap(killersOf);
  return {
    outcome: !hasTests ? 'no test ran' : failures.length > 0 ? 'killed' : 'survived',
    failures,
    ...(killer && { killer }),
  };
}

function killersOf({ children, moduleId }: TestModule): Killer[] {
  const test = relative(process.cwd(), moduleId);
  return [...children.tests('failed')].map(({ name }) => ({ test, name }));
}

function failuresOf(module: TestModule): string[] {
  return [
    ...module.errors().map(({ message }) => `${relative(process.cwd(), module.moduleId)}: ${message}`),
    ...[...module.children.allTests('failed')].map(
      (test) =>
        `${test.fullName}\n${test
          .result()
          .errors?.map(({ message }) => message)
          .join('\n')}`,
    ),
  ];
}
