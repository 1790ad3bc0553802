import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirm, contractFor, intentsPath, makeCase, makeUpload, pdf } from '../../../test/make.ts';
import { type Evidence, startEvidence } from '../../../test/service.ts';

let evidence: Evidence;
beforeAll(async () => {
  evidence = await startEvidence();
});
afterAll(() => evidence[Symbol.asyncDispose]());

test('C4 opening and confirming are refused after the correction window, whatever the state of the case', async () => {
  const made = await makeCase(evidence);
  const dueAt = new Date(evidence.clock.now.getTime() + 60_000).toISOString();
  await made.change({ state: 'awaiting_correction', dueAt });
  const upload = await makeUpload(evidence, made);
  evidence.advanceClock(59);
  const body = contractFor(made, pdf());
  expect((await evidence.post(intentsPath, { actor: made.rep, body })).status).toBe(201);

  evidence.advanceClock(1);
  const late = await evidence.post(intentsPath, { actor: made.rep, body: contractFor(made, pdf()) });
  expect(late).toMatchObject({
    status: 409,
    body: {
      type: 'http://trust.test/problems/state-conflict',
      errors: [{ field: 'caseId', code: 'correction_overdue' }],
    },
  });
  expect(await confirm(evidence, made.rep, upload)).toMatchObject({
    status: 400,
    body: {
      type: 'http://trust.test/problems/confirmation-scope',
      errors: [{ field: 'case', code: 'correction_overdue' }],
    },
  });
});

test('returns 409 for an upload that the correction does not ask for', async () => {
  const made = await makeCase(evidence);
  const dueAt = new Date(evidence.clock.now.getTime() + 60_000).toISOString();
  await made.change({ state: 'awaiting_correction', dueAt, awaitedKeys: ['insurance'] });
  const open = () => evidence.post(intentsPath, { actor: made.rep, body: contractFor(made, pdf()) });
  expect(await open()).toMatchObject({
    status: 409,
    body: { errors: [{ field: 'requirementKey', code: 'not_awaited' }] },
  });
  await made.change({ awaitedKeys: ['identity', 'insurance'] });
  expect((await open()).status).toBe(201);
});
