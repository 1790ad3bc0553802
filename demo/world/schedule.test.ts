import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { peopleOf } from './people.ts';
import { plan } from './plan.ts';
import { type Progress, runAll } from './schedule.ts';

test('tasks go on day by day, side by side, and a failed one does not stop the others', async () => {
  const done: string[] = [];
  const days: number[] = [];
  let [running, most] = [0, 0];
  const work = async (what: string) => {
    most = Math.max(most, ++running);
    await delay(5);
    running -= 1;
    done.push(what);
  };
  const scenario = (name: string, stops: number[]) => ({
    name,
    async run(at: (day: number) => Promise<void>) {
      for (const day of stops) {
        await at(day);
        await work(`${day} ${name}`);
      }
      if (name === 'c') throw new Error('no');
    },
  });
  const failed: string[] = [];
  const telling = runAll([scenario('a', [1, 3, 3]), scenario('b', [3, 1]), scenario('c', [2]), scenario('d', [3])], {
    atOnce: 2,
    onDay: async ({ day }: Progress) => void days.push(day),
    onFailure: ({ message }) => failed.push(message),
  });
  await expect(telling).rejects.toThrow('1 tasks failed.');
  expect(failed).toEqual(['The scenario "c" failed.']);
  expect(days).toEqual([0, 1, 2, 3]);
  expect(done.slice(0, 2)).toEqual(['1 a', '2 c']);
  expect(done.slice(2).sort()).toEqual(['1 b', '3 a', '3 a', '3 b', '3 d']);
  expect(most).toBe(2);
});

test('the people of a seed are the same ones, with names and contacts of their own', () => {
  const of = (seed: string) => plan.map((_, index) => peopleOf(seed)(index));
  expect(of('1')).toEqual(of('1'));
  expect(of('2')).not.toEqual(of('1'));
  for (const key of ['email', 'phone', 'address', 'familyName'] as const) {
    const values = of('1').map((one) => one[key]);
    expect(new Set(values).size).toBeGreaterThan(key === 'familyName' ? 40 : 59);
  }
});
