import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assignedTo, makeCase, makeReviewable, pdf, submitById } from '../../test/make.ts';
import { type Evidence, pathOf, startEvidence } from '../../test/service.ts';
import type { ProcessingState } from '../db/schema.ts';

let evidence: Evidence;
beforeAll(async () => {
  evidence = await startEvidence();
});
afterAll(() => evidence[Symbol.asyncDispose]());

const body = { reason: 'To check the document.' };
const reviewer = operator('reviewer');

async function setStates(versionId: string, states: readonly ProcessingState[]) {
  for (const state of states)
    await evidence.db
      .updateTable('evidence_processing')
      .set({ state, next_scan_at: null, refusal: { refused: 'damaged', lost: 'lost' }[state as string] ?? null })
      .where('version_id', '=', versionId)
      .execute();
}

test.each<{ state: string; path: ProcessingState[] }>([
  { state: 'pending_scan', path: [] },
  { state: 'unscannable', path: ['unscannable'] },
  { state: 'quarantined', path: ['quarantined'] },
  { state: 'refused', path: ['refused'] },
  { state: 'withdrawn', path: ['withdrawn'] },
  { state: 'lost', path: ['available', 'lost'] },
  { state: 'redacted', path: ['withdrawn', 'redacted'] },
])('U3 returns 409 and creates no grant for a version that is $state', async ({ path }) => {
  const made = await makeCase(evidence);
  const { evidenceId, evidenceVersionId } = await submitById(evidence, made, {}, pdf(1024));
  await setStates(evidenceVersionId, path);
  await made.change({ state: 'in_review', duties: assignedTo({ review: reviewer.userId }) });
  const grants = `/verification-cases/${made.caseId}/evidence/${evidenceId}/review-grants`;
  expect(await evidence.post(grants, { actor: reviewer, body })).toMatchObject({
    status: 409,
    body: { type: 'http://trust.test/problems/state-conflict' },
  });
  const rows = await evidence.db
    .selectFrom('review_grant')
    .select('id')
    .where('version_id', '=', evidenceVersionId)
    .execute();
  expect(rows).toEqual([]);
});

test.each<{ state: ProcessingState; status: number }>([
  { state: 'withdrawn', status: 404 },
  { state: 'lost', status: 409 },
])('U3 returns $status for an open grant once its version is $state', async ({ state, status }) => {
  const made = await makeCase(evidence);
  const { grantsPath, evidenceVersionId } = await makeReviewable(evidence, made, reviewer.userId);
  const { url } = (await evidence.post(grantsPath, { actor: reviewer, body })).body;
  expect((await evidence.get(pathOf(url), { actor: reviewer })).status).toBe(200);
  await setStates(evidenceVersionId, [state]);
  expect((await evidence.get(pathOf(url), { actor: reviewer })).status).toBe(status);
});
