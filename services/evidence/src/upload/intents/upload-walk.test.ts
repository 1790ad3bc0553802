import { uploadIntentChanged } from '@trust/contracts/events/evidence';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Evidence, startEvidence } from '../../../test/service.ts';
import { triggers } from '../../../test/upload-states/upload-model.ts';
import { type Step, UploadWalk } from '../../../test/upload-states/upload-walk.ts';
import { intentTransitions } from './states.ts';

let evidence: Evidence;
beforeAll(async () => {
  evidence = await startEvidence({ connections: 12 });
});
afterAll(() => evidence[Symbol.asyncDispose]());

const paths: { state: string; path: Step[] }[] = [
  { state: 'open', path: [] },
  { state: 'uploading', path: ['part'] },
  { state: 'uploading after a retry', path: ['part', 'interrupt', 'retry'] },
  { state: 'retryable', path: ['part', 'interrupt'] },
  { state: 'retryable because its session expired', path: ['part', 'hour'] },
  { state: 'submitted', path: ['part', 'confirm'] },
  { state: 'cancelled', path: ['cancel'] },
  { state: 'expired', path: ['interrupt', 'month'] },
  { state: 'expired without an interruption', path: ['hour', 'month'] },
];

test.each(paths)('M1 M4 an upload that is $state responds to each trigger as the contract says', async ({ path }) => {
  for (const trigger of triggers) {
    const walk = await UploadWalk.begin(evidence);
    for (const step of [...path, trigger]) await walk.step(step);
  }
});

test('M1 concurrent triggers take only transitions of the contract, one after the other', async () => {
  const some = fc.array(fc.constantFrom(...triggers), { minLength: 8, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(some, async (steps) => {
      const walk = await UploadWalk.begin(evidence);
      await walk.send('part');
      const statuses = await Promise.all(steps.map((step) => walk.send(step)));
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
      const events = await evidence.emitted(uploadIntentChanged);
      const states = events.filter(({ intentId }) => intentId === walk.intent.id).map(({ state }) => state);
      const jumps = states.slice(1).filter((to, index) => !intentTransitions[states[index] ?? 'open'].includes(to));
      expect({ states, jumps }).toEqual({ states, jumps: [] });
      expect((await walk.read()).state).toBe(states.at(-1));
    }),
    { numRuns: 4 },
  );
});
