import { randomUUID } from 'node:crypto';
import { caseOpened, evidenceRefused } from '@trust/contracts/events/verification';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  colleague,
  confirm,
  contractFor,
  intentsPath,
  type MadeCase,
  makeCase,
  makeUpload,
  pdf,
} from '../../../test/make.ts';
import { type Evidence, startEvidence } from '../../../test/service.ts';

let evidence: Evidence;
beforeAll(async () => {
  evidence = await startEvidence();
});
afterAll(() => evidence[Symbol.asyncDispose]());

type Reason = 'case_moved_on' | 'case_ended';

async function makeRefused(made: MadeCase, reason: Reason) {
  const document = pdf();
  const upload = await makeUpload(evidence, made, document);
  const { body } = await confirm(evidence, made.rep, upload);
  await evidence.deliver(evidenceRefused, {
    reason,
    evidenceVersionId: body.evidenceVersionId,
    intentId: upload.id,
    caseId: made.caseId,
    providerId: made.providerId,
    requirementKey: 'identity',
    occurredAt: evidence.clock.now.toISOString(),
  });
  return { ...upload, document };
}

const replace = (made: MadeCase, replaced: { id: string; document: Buffer }, overrides: object = {}) =>
  evidence.post(intentsPath, {
    actor: made.rep,
    body: contractFor(made, replaced.document, { replacesIntentId: replaced.id, ...overrides }),
  });

test('a refused intent stays submitted with its reason, and retrying returns refused_by_case', async () => {
  const made = await makeCase(evidence);
  const refused = await makeRefused(made, 'case_moved_on');
  const { body } = await evidence.get(refused.path, { actor: made.rep });
  expect(body).toMatchObject({
    state: 'submitted',
    evidence: {
      processing: 'withdrawn',
      refusal: { code: 'case_moved_on', advice: expect.stringContaining('replacesIntentId') },
    },
  });
  expect(await evidence.post(`${refused.path}/retry`, { actor: made.rep })).toMatchObject({
    status: 409,
    body: { errors: [{ code: 'refused_by_case' }] },
  });
});

test('replacesIntentId opens an intent with the same document contract only', async () => {
  const made = await makeCase(evidence);
  const refused = await makeRefused(made, 'case_moved_on');
  const opened = await replace(made, refused);
  expect(opened).toMatchObject({ status: 201, body: { state: 'open', replacesIntentId: refused.id } });
  const other = contractFor(made, pdf(5000), { replacesIntentId: refused.id });
  expect(await evidence.post(intentsPath, { actor: made.rep, body: other })).toMatchObject({
    status: 409,
    body: { type: 'http://trust.test/problems/intent-contract', errors: [{ code: 'other_document' }] },
  });
});

test('a replacement may go to another case only after the first one ended', async () => {
  const made = await makeCase(evidence);
  const successor = { caseId: randomUUID() };
  const { rep: _rep, selection: _selection, change: _change, ...facts } = made;
  await evidence.deliver(caseOpened, { ...facts, ...successor });
  const movedOn = await makeRefused(made, 'case_moved_on');
  expect(await replace(made, movedOn, successor)).toMatchObject({ status: 409 });
  const ended = await makeRefused(made, 'case_ended');
  await made.change({ state: 'withdrawn' });
  expect(await replace(made, ended)).toMatchObject({ status: 409, body: { detail: expect.any(String) } });
  expect(await replace(made, ended, successor)).toMatchObject({ status: 201, body: successor });
});

test('returns 409 for replacing an intent that was not refused, and 404 for one of a colleague', async () => {
  const made = await makeCase(evidence);
  const document = pdf();
  const upload = await makeUpload(evidence, made, document);
  expect(await replace(made, { id: upload.id, document })).toMatchObject({
    status: 409,
    body: { errors: [{ field: 'replacesIntentId', code: 'not_refused' }] },
  });
  const refused = await makeRefused(made, 'case_moved_on');
  const rep = await colleague(evidence, made.providerId);
  expect((await replace({ ...made, rep }, refused)).status).toBe(404);
});

test('C2 returns 409 for a repeat with another replacesIntentId', async () => {
  const made = await makeCase(evidence);
  const refused = await makeRefused(made, 'case_moved_on');
  const clientIntentKey = randomUUID();
  const first = await replace(made, refused, { clientIntentKey });
  expect((await replace(made, refused, { clientIntentKey })).body.id).toBe(first.body.id);
  expect(await replace(made, refused, { clientIntentKey, replacesIntentId: undefined })).toMatchObject({
    status: 409,
    body: { type: 'http://trust.test/problems/intent-contract' },
  });
});
