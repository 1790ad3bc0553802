import fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import { type Evidence, startEvidence } from '../../../test/service.ts';
import { triggers } from '../../../test/upload-states/upload-model.ts';
import { UploadWalk } from '../../../test/upload-states/upload-walk.ts';

let evidence: Evidence;
beforeAll(async () => {
  evidence = await startEvidence({ connections: 12 });
});
afterAll(() => evidence[Symbol.asyncDispose]());

const step = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...triggers) },
  { weight: 2, arbitrary: fc.constant('hour' as const) },
  { weight: 1, arbitrary: fc.constant('month' as const) },
);

test('M1 M4 random walks through the API agree with the model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
      const walk = await UploadWalk.begin(evidence);
      for (const one of steps) await walk.step(one);
    }),
    { numRuns: 200 },
  );
}, 600_000);
