import { expect, test } from 'vitest';
import { attackHomes } from './home-attack.ts';
import { startProvider } from './service.ts';

test.each([1])(
  'T6 what is public tells no more of a home than its cell: 1,000 providers, 20 areas of each, seed %i',
  async (seed) => {
    await using service = await startProvider();
    const found = await attackHomes(service, { providers: 1000, changes: 20, seed });
    expect(Object.entries(found).filter(([, p]) => p <= 0.01)).toEqual([]);
  },
);
