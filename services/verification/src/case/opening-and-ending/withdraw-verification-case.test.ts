import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { auditRecorded, notificationRequested } from '@trust/contracts/events/any';
import { caseChanged } from '@trust/contracts/events/verification';
import { operator, representative } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appeal, makeDecided } from '../../../test/appeals.ts';
import {
  caseOf,
  check,
  decide,
  makeAssigned,
  makeProvider,
  makeRecommended,
  openReview,
  type Provider,
  reason,
} from '../../../test/make.ts';
import { requestCorrection } from '../../../test/make-correction.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

const triage = operator('triage');
const withdraw = (caseId: string, actor: Actor, body: object = {}) =>
  service.post(`/verification-cases/${caseId}/withdraw`, { actor, body });
const audited = async (objectId: string) =>
  (await service.emitted(auditRecorded.verification)).filter((entry) => entry.objectId === objectId).at(-1);

test('P2 a representative withdraws a case under review without a reason in the log, and begins again', async () => {
  const made = await makeAssigned(service);
  const { owner, providerId, categoryKey, caseId } = made;
  expect(await withdraw(caseId, owner, { reason })).toMatchObject({
    status: 200,
    body: { view: 'provider', id: caseId, state: 'withdrawn', decision: null },
  });
  const last = (await service.emitted(caseChanged)).findLast((one) => one.caseId === caseId);
  expect(last).toMatchObject({ state: 'withdrawn', outcome: null });
  expect(await audited(caseId)).toMatchObject({
    action: 'withdrawVerificationCase',
    permission: 'provider.cases.manage',
    reason: null,
    before: { state: 'in_review' },
    after: { state: 'withdrawn', actingAs: 'representative' },
  });
  const { items } = (await service.get('/provider-workspace/me/verification-timeline', { actor: owner })).body;
  expect(items[0]).toMatchObject({ type: 'case_withdrawn', caseId });
  expect((await withdraw(caseId, owner)).status).toBe(400);
  const again = { actor: owner, body: { categoryKey, kind: 'initial', reason } };
  const opened = await service.post(`/providers/${providerId}/verification-cases`, again);
  expect(opened.status).toBe(201);
  expect(await audited(opened.body.id)).toMatchObject({ permission: 'provider.cases.manage', reason: null });
});

test('a representative cannot withdraw a recommended case, a review or the case of an appeal', async () => {
  const recommended = await makeRecommended(service);
  expect((await withdraw(recommended.caseId, recommended.owner)).status).toBe(400);
  await decide(service, recommended.caseId);
  expect((await withdraw(recommended.caseId, recommended.owner)).status).toBe(400);
  await openReview(service, recommended);
  const { id } = await caseOf(service, recommended);
  expect((await withdraw(id, recommended.owner)).status).toBe(400);
  const decided = await makeDecided(service);
  const appealed = await appeal(service, decided, { newEvidenceFor: ['licence'] });
  expect((await withdraw(appealed.body.evidenceCaseId, decided.owner)).status).toBe(400);
});

test('an operator withdraws an open case of every kind, with a reason', async () => {
  const corrected = await makeAssigned(service);
  await requestCorrection(service, corrected, ['licence']);
  const reviewed = await makeRecommended(service);
  await decide(service, reviewed.caseId);
  const id = await openByRoute(reviewed, triage);
  expect(await withdraw(id, triage)).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'reason', code: 'required' }] },
  });
  for (const caseId of [corrected.caseId, id])
    expect(await withdraw(caseId, triage, { reason })).toMatchObject({
      status: 200,
      body: { view: 'operator', state: 'withdrawn', decision: null },
    });
  expect(await audited(id)).toMatchObject({
    permission: 'verification.cases.assign',
    reason,
    after: { actingAs: 'operator' },
  });
  const lapsed = await makeAssigned(service);
  await requestCorrection(service, lapsed, ['licence']);
  service.advanceClock(14 * 86_400);
  expect((await withdraw(lapsed.caseId, triage, { reason })).status).toBe(400);
});

test('D2 Z3 others get the 404 of an unknown case, and a contributor 403', async () => {
  const provider = await makeProvider(service);
  const { id } = await caseOf(service, provider);
  const strangers = [representative(randomUUID()), operator('reviewer'), operator('decider')];
  for (const actor of strangers) expect((await withdraw(id, actor, { reason })).status).toBe(404);
  expect((await withdraw(randomUUID(), triage, { reason })).status).toBe(404);
  const contributor = representative(provider.providerId, 'contributor');
  expect((await withdraw(id, { ...contributor, permissions: triage.permissions }, { reason })).status).toBe(403);
  expect((await caseOf(service, provider)).state).toBe('awaiting_evidence');
});

test('Z3 no operator alone ends a recommended case, the case of an appeal, or one in which they took part', async () => {
  const recommended = await makeRecommended(service);
  expect(await withdraw(recommended.caseId, triage, { reason })).toMatchObject({
    status: 400,
    body: { detail: expect.stringMatching(/withdrawn\. Read the case for its next step\.$/) },
  });
  const decided = await makeDecided(service);
  const appealed = await appeal(service, decided, { newEvidenceFor: ['licence'] });
  expect((await withdraw(appealed.body.evidenceCaseId, triage, { reason })).status).toBe(400);
  const { caseId, reviewer } = await makeAssigned(service);
  const permissions = [...reviewer.permissions, 'verification.cases.assign' as const];
  expect(await withdraw(caseId, { ...reviewer, permissions }, { reason })).toMatchObject({
    status: 409,
    body: { type: expect.stringMatching(/separation-of-duties$/) },
  });
});

test('representatives are told, and read in the timeline, that the platform withdrew a case', async () => {
  const { caseId, providerId, categoryKey, owner } = await makeAssigned(service);
  expect((await withdraw(caseId, triage, { reason })).status).toBe(200);
  const noticesOf = async () =>
    (await service.emitted(notificationRequested.verification)).filter(
      ({ template, data }) => template === 'case_withdrawn' && data.caseId === caseId,
    );
  expect(await noticesOf()).toEqual([
    { userId: null, providerId, template: 'case_withdrawn', data: { caseId, categoryKey } },
  ]);
  const timeline = '/provider-workspace/me/verification-timeline';
  const { items } = (await service.get(timeline, { actor: owner })).body;
  expect(items[0]).toMatchObject({
    ...{ type: 'case_withdrawn_by_platform', group: 'case', status: 'withdrawn', caseId },
    text: expect.stringContaining('withdrawn by the platform'),
  });
  expect(JSON.stringify(items[0])).not.toContain(reason);
});

test('a case that a representative withdrew is no news to them', async () => {
  const { caseId, owner } = await makeAssigned(service);
  await withdraw(caseId, owner);
  const told = await service.emitted(notificationRequested.verification);
  expect(told.filter(({ template, data }) => template === 'case_withdrawn' && data.caseId === caseId)).toEqual([]);
});

async function openByRoute({ providerId, categoryKey }: Provider, actor: Actor): Promise<string> {
  const body = { categoryKey, kind: 'review', reason };
  const made = await service.post(`/providers/${providerId}/verification-cases`, { actor, body });
  expect(made.status).toBe(201);
  return made.body.id;
}

const needsDecision = { status: 409, body: { type: expect.stringMatching(/state-conflict$/) } };

test('Z3 a review that another operator or the platform opened is withdrawn by nobody', async () => {
  const decided = await makeRecommended(service);
  await decide(service, decided.caseId);
  const opener = operator('triage');
  const own = await openByRoute(decided, opener);
  const refused = (detail: RegExp) => ({ ...needsDecision, body: { detail: expect.stringMatching(detail) } });
  expect(await withdraw(own, triage, { reason })).toMatchObject(refused(/Only the operator who opened/));
  expect((await withdraw(own, opener, { reason })).status).toBe(200);
  await openReview(service, decided);
  expect(await withdraw((await caseOf(service, decided)).id, opener, { reason })).toMatchObject(
    refused(/The platform opened/),
  );
});

test.each(['failed', 'consider'])(
  'Z3 a review with a check `%s` ends with a decision, also of its opener',
  async (result) => {
    const decided = await makeRecommended(service);
    await decide(service, decided.caseId);
    const caseId = await openByRoute(decided, triage);
    const made = await makeAssigned(service, decided);
    expect(made.caseId).toBe(caseId);
    await check(service, made, { requirementKey: 'identity', result });
    expect(await withdraw(caseId, triage, { reason })).toMatchObject(needsDecision);
    await check(service, made, { requirementKey: 'identity' });
    expect(await withdraw(caseId, triage, { reason })).toMatchObject(needsDecision);
  },
);

test('Z3 no operator withdraws a case whose check failed; its representative does, and it stays known', async () => {
  const made = await makeAssigned(service);
  await check(service, made, { requirementKey: 'identity', result: 'failed' });
  expect(await withdraw(made.caseId, triage, { reason })).toMatchObject(needsDecision);
  expect((await withdraw(made.caseId, made.owner)).status).toBe(200);
  const again = await service.post(`/providers/${made.providerId}/verification-cases`, {
    actor: made.owner,
    body: { categoryKey: made.categoryKey, kind: 'initial' },
  });
  expect(again.status).toBe(201);
  const seen = await service.get(`/verification-cases/${again.body.id}`, { actor: triage });
  expect(seen.body.requirements[0].earlierRefusals).toMatchObject([{ caseId: made.caseId, reasonCodes: [] }]);
});
