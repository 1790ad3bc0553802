import { expect, test } from 'vitest';
import { clamdScanner } from './clamd-scanner.ts';
import { eicarScanner } from './eicar-scanner.ts';
import { isUp } from './measure-scanner.ts';
import { selfTestingScanner } from './self-testing-scanner.ts';

const options = { now: () => new Date(), log: { error: () => {} } };

test('a scanner is up only if it says so', async () => {
  expect(await isUp({ isUp: async () => true })).toBe(true);
  expect(await isUp({ isUp: async () => false })).toBe(false);
  expect(await isUp({ isUp: () => Promise.reject(new Error('did not respond')) })).toBe(false);
  expect(await isUp({})).toBe(false);
  expect(await isUp(undefined)).toBe(false);
});

test('a scanner that tests itself passes the probe on', async () => {
  expect(await isUp(selfTestingScanner(eicarScanner, options))).toBe(true);
  expect(await isUp(selfTestingScanner(clamdScanner('/nowhere/clamd.ctl'), options))).toBe(false);
});
