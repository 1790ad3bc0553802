import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { batchLoader } from './batch-loader.ts';

test('what callers ask during a batch is the next batch', async () => {
  const batches: (readonly number[])[] = [];
  const loader = batchLoader(
    async (keys: readonly number[]) => {
      batches.push(keys);
      await turn();
      return keys.map((key) => -key);
    },
    { maxBatchSize: 10 },
  );
  const asked = [loader.load(1)];
  while (batches.length === 0) await turn();
  asked.push(loader.load(2), loader.load(3));
  expect(await Promise.all(asked)).toEqual([-1, -2, -3]);
  expect(batches).toEqual([[1], [2, 3]]);
});

test('callers beyond the maximum are the next batch, so that no statement grows without limit', async () => {
  const batches: string[] = [];
  const loader = batchLoader(
    async (keys: readonly string[]) => {
      batches.push(keys.join(' '));
      return keys;
    },
    { maxBatchSize: 2 },
  );
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map((key) => loader.load(key)));
  expect(batches).toEqual(['a b', 'c d', 'e']);
});

test('callers who ask again when they are answered share a batch with those who waited', async () => {
  const batches: string[] = [];
  const loader = batchLoader(
    async (keys: readonly string[]) => {
      batches.push(keys.join(' '));
      return keys;
    },
    { maxBatchSize: 10 },
  );
  const askTwice = async (key: string) => {
    await loader.load(key);
    await turn();
    await turn();
    await loader.load(`${key} again`);
  };
  const callers = [askTwice('a'), askTwice('b')];
  while (batches.length === 0) await turn();
  await Promise.all([...callers, loader.load('c')]);
  expect(batches).toEqual(['a b', 'c a again b again']);
});

test('the next batch does not wait for one that never ends', async () => {
  const loader = batchLoader(
    (keys: readonly string[]) => (keys.includes('stuck') ? new Promise<never>(() => {}) : Promise.resolve(keys)),
    { maxBatchSize: 10 },
  );
  void loader.load('stuck');
  await turn();
  await turn();
  await turn();
  expect(await loader.load('next')).toBe('next');
});

test('every caller of a failed batch gets its error, and no other caller', async () => {
  let hasFailed = false;
  const loader = batchLoader(
    async (keys: readonly string[]) => {
      if (!hasFailed) {
        hasFailed = true;
        throw new Error('The database is away.');
      }
      return keys;
    },
    { maxBatchSize: 10 },
  );
  const results = await Promise.allSettled([loader.load('a'), loader.load('b')]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await loader.load('c')).toBe('c');
});
