import { relative } from 'node:path';
import { createVitest, type TestModule } from 'vitest/node';
import type { Result } from './session.ts';

/** Runs in a copy of the repository, and keeps the databases and NATS for its next run. */
process.env.TEST_SUITE = 'default';
const vitest = await createVitest('test', { watch: false, bail: 1, maxWorkers: 2, reporters: [{}] });

process.on('disconnect', () => void vitest.close().finally(() => process.exit()));
process.on('message', (tests: string[]) => {
  void outcomeOf(tests)
    .catch((error: unknown): Result => ({ outcome: 'no test ran', failures: [String(error)] }))
    .then((result) => process.send?.(result));
});

async function outcomeOf(tests: string[]): Promise<Result> {
  const specifications = await vitest.globTestSpecifications(tests);
  const { unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const modules = specifications.flatMap(({ testModule }) => testModule ?? []);
  const failures = [...modules.flatMap(failuresOf), ...unhandledErrors.map(String)];
  const hasTests = modules.some(({ children }) => children.size > 0);
  return { outcome: !hasTests ? 'no test ran' : failures.length > 0 ? 'killed' : 'survived', failures };
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
