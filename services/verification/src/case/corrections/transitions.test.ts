import { expect, test } from 'vitest';
import { correctionStateAt } from './transitions.ts';

test.each([
  ['open', -1, 'open'],
  ['open', 0, 'expired'],
  ['open', 1, 'expired'],
  ['fulfilled', 1, 'fulfilled'],
  ['withdrawn', 1, 'withdrawn'],
] as const)('M4 a correction that is stored as %s reads, %d ms after its deadline, as %s', (state, late, expected) => {
  const due_at = new Date('2026-11-03T09:30:00Z');
  expect(correctionStateAt({ state, due_at }, new Date(due_at.getTime() + late))).toBe(expected);
});
