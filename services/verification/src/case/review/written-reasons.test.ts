import { auditRecorded } from '@trust/contracts/events/any';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { check, decide, makeProvider, makeRecommended, recommend } from '../../../test/make.ts';
import { requestVisit } from '../../../test/make-visit.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

test('D1 who decides reads why a reviewer did what they did; the provider does not', async () => {
  const made = await requestVisit(service);
  const path = `/verification-cases/${made.caseId}`;
  const visit = { actor: made.reviewer, body: { reason: 'The visit is not needed.' } };
  await service.post(`${path}/field-visits/${made.fieldVisitId}/cancel`, visit);
  const mark = { requirementKey: 'licence', reasonCodes: ['document_illegible'], text: 'Please scan it again.' };
  const marked = await service.post(`${path}/correction-requests`, {
    actor: made.reviewer,
    body: { requirements: [mark], reason: 'The number cannot be read.' },
  });
  expect(marked.body.reason).toBe('The number cannot be read.');
  await service.post(`${path}/correction-requests/${marked.body.id}/withdraw`, visit);
  const checked = await check(service, made, { requirementKey: 'identity', reason: 'The photo is the same.' });
  expect(checked.body.reason).toBe('The photo is the same.');
  await check(service, made, { requirementKey: 'licence', reason: 'The register has the number.' });
  const recommended = await recommend(service, made, { reason: 'Both documents agree.' });
  expect(recommended.body.reason).toBe('Both documents agree.');

  const seen = (await service.get(path, { actor: operator('decider') })).body;
  expect(seen).toMatchObject({
    recommendation: { reason: 'Both documents agree.' },
    corrections: [{ reason: 'The number cannot be read.' }],
    fieldVisits: [{ reason: 'because the test says so' }],
    requirements: [
      { check: { reason: 'The photo is the same.' } },
      { check: { reason: 'The register has the number.' } },
    ],
  });
  const listed = (await service.get(`${path}/checks`, { actor: operator('decider') })).body.items;
  expect(listed.map(({ reason }: { reason: string }) => reason)).toContain('The photo is the same.');
  const own = JSON.stringify((await service.get(path, { actor: made.owner })).body);
  expect(own).not.toMatch(/photo is the same|register has|documents agree|cannot be read|because the test/);
});

test('P1 the audit entry of a decision names the rules that it applied', async () => {
  const made = await makeRecommended(service, { provider: await makeProvider(service, { policyVersion: '2027-01' }) });
  const { body } = await decide(service, made.caseId);
  const entries = await service.emitted(auditRecorded.verification);
  expect(entries.find(({ after }) => after.decisionId === body.id)?.policyVersion).toBe('2027-01');
  expect(entries.find(({ action }) => action === 'createCheck')?.policyVersion).toBe('2026-11');
});
