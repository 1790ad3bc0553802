import { expect, test } from 'vitest';
import { RepositoryCopy } from '../repository-copy.ts';
import { types } from './killers.ts';
import { Session } from './session.ts';

const file = 'services/webhooks/src/payments/intents/subscription-period.ts';
const beside = ['services/webhooks/src/payments/intents/get-subscription-status.test.ts'];

test('loads the sources of a service again in each run, and tries other tests if the first notice nothing', async () => {
  using copy = new RepositoryCopy();
  await using session = new Session(copy);
  expect(await session.run({ tests: beside })).toEqual({ outcome: 'survived', failures: [] });
  const mutant = { file, find: 'getUTCMonth() + 1', replace: 'getUTCMonth() + 2', tests: beside };
  const { outcome, failures, killer } = await session.runMutant(mutant);
  expect([outcome, failures.join()]).toEqual(['killed', expect.stringContaining('a month that is paid on')]);
  const again = await session.runMutant({ ...mutant, tests: ['no/such.test.ts'] }, killer);
  expect(again).toMatchObject({ outcome: 'killed', killer: { test: beside[0], name: expect.any(String) } });
  const unnoticed = { ...mutant, find: 'getUTCMonth() + 1', replace: 'getUTCMonth() + 1 + 0' };
  expect(await session.runMutant(unnoticed, killer)).toMatchObject({ outcome: 'survived' });
  expect(await session.run({ tests: beside })).toEqual({ outcome: 'survived', failures: [] });

  const tests = ['services/webhooks/src/payments/plans/price-guards.test.ts'];
  expect(await session.runMutant({ ...mutant, tests })).toMatchObject({ outcome: 'survived' });
  expect(await session.runMutant({ ...mutant, tests, otherTests: beside })).toMatchObject({ outcome: 'killed' });
  expect(await session.run({ tests: ['no/such.test.ts'] })).toMatchObject({ outcome: 'no test ran' });
  const migration = 'services/webhooks/src/db/migrations/0004-payments.sql';
  const ofTable = {
    file: migration,
    find: "call make_immutable('ledger_entry');",
    replace: '',
    tests: ['services/webhooks/src/payments'],
  };
  expect(await session.runMutant(ofTable)).toMatchObject({ outcome: 'killed' });
  expect(await session.run({ tests: beside })).toEqual({ outcome: 'survived', failures: [] });
  const untyped = { ...mutant, find: 'new Date(paidAt)', replace: 'new Date(paidAt.nothing)', tests };
  expect(await session.runMutant(untyped)).toEqual({
    outcome: 'killed',
    failures: [expect.stringContaining("Property 'nothing' does not exist")],
    killer: types,
  });
}, 300_000);
