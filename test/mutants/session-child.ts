import { join, relative } from 'node:path';
import { migrate } from '@trust/service-admin/migrate';
import { Client } from 'pg';
import { BaseSequencer, createVitest, type TestModule, type TestSpecification } from 'vitest/node';
import { databaseUrls, ensureDatabase, prepareDatabase, sealDatabase } from '../../deploy/local/postgres/databases.ts';
import type { DatabaseService } from '../../deploy/local/services.ts';
import type { Killer } from './killers.ts';
import type { Result, RunMessage } from './session.ts';

class GivenOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files;
  }
}

/** Runs in a copy of the repository, and keeps the databases and NATS for its next run. */
process.env.TEST_SUITE = 'default';
const sequence = { sequencer: GivenOrder };
const vitest = await createVitest('test', { watch: false, bail: 1, maxWorkers: 2, reporters: [{}], sequence });

process.on('disconnect', () => void vitest.close().finally(() => process.exit()));
process.on('message', (run: RunMessage) => {
  void outcomeOf(run)
    .catch((error: unknown): Result => ({ outcome: 'no test ran', failures: [String(error)] }))
    .then((result) => process.send?.(result));
});

async function outcomeOf({ tests, name, near = '', migrate: services }: RunMessage): Promise<Result> {
  for (const service of services) await makeDatabaseAgain(service);
  if (name === undefined) vitest.resetGlobalTestNamePattern();
  else vitest.setGlobalTestNamePattern(new RegExp(`^${name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`));
  const specifications = await vitest.globTestSpecifications([...tests]);
  // The first failure ends the run, and tests beside the mutant are the likeliest to fail.
  const nearness = ({ moduleId }: TestSpecification) => commonLength(relative(process.cwd(), moduleId), near);
  specifications.sort((one, other) => nearness(other) - nearness(one));
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

/** Before the first run, the global setup makes the databases. */
async function makeDatabaseAgain(service: DatabaseService): Promise<void> {
  const { stack } = vitest.getRootProject().getProvidedContext();
  if (!stack) return;
  const { superuserUrl, urls } = stack;
  const client = new Client({ connectionString: superuserUrl });
  await client.connect();
  await client.query(`drop database ${service} with (force)`);
  await ensureDatabase(client, service);
  await client.end();
  const asSuperuser = databaseUrls(superuserUrl)(service);
  await prepareDatabase(asSuperuser, service);
  await migrate({
    url: urls[service].owner,
    folder: join(import.meta.dirname, `../../services/${service}/src/db/migrations`),
  });
  await sealDatabase(asSuperuser);
}

function commonLength(path: string, other: string): number {
  const end = [...path].findIndex((character, index) => character !== other[index]);
  return end < 0 ? path.length : end;
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
