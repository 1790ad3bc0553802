import { caseChanged } from '@trust/contracts/events/verification';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appeal, makeReviewed, type Reviewed } from '../../../test/appeals.ts';
import { decide, granting, makeRecommended, openReview, reason } from '../../../test/make.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 5 });
});
afterAll(() => service[Symbol.asyncDispose]());

const open = ({ providerId, categoryKey, owner }: Reviewed, body: object) =>
  service.post(`/providers/${providerId}/verification-cases`, { actor: owner, body: { categoryKey, ...body } });
const openAsOperator = ({ providerId, categoryKey }: Reviewed, kind: string) =>
  service.post(`/providers/${providerId}/verification-cases`, {
    actor: operator('triage'),
    body: { categoryKey, kind, reason },
  });
const announced = async ({ caseId }: Reviewed) =>
  (await service.emitted(caseChanged)).filter((one) => one.caseId === caseId).at(-1);
const notReady = { status: 409, body: { type: 'http://trust.test/problems/provider-not-ready' } };
const tooEarly = { ...notReady, body: { ...notReady.body, errors: [{ field: 'kind', code: 'attempt_too_early' }] } };

test('after a review that suspended a claim only an appeal is possible until its decision is final', async () => {
  const made = await makeReviewed(service);
  const { appealEndsAt } = await service.db
    .selectFrom('decision')
    .select('appeal_ends_at as appealEndsAt')
    .where('id', '=', made.decisionId)
    .executeTakeFirstOrThrow();
  const end = appealEndsAt ?? new Date(0);
  expect(await announced(made)).toMatchObject({ nextCaseAt: end.toISOString() });
  service.clock.now = new Date(end.getTime() - 1);
  for (const kind of ['initial', 'renewal']) {
    const refused = await open(made, { kind });
    expect(refused).toMatchObject(tooEarly);
    expect(refused.body.detail).toContain(end.toISOString());
    expect(await openAsOperator(made, kind)).toMatchObject(tooEarly);
  }
  // The hourly job has not revoked the claim yet.
  service.clock.now = end;
  expect(await open(made, { kind: 'initial' })).toMatchObject({ status: 201, body: { kind: 'initial' } });
});

test('an appeal keeps every case closed, and its end opens the way at once', async () => {
  const made = await makeReviewed(service);
  const { body } = await appeal(service, made);
  service.advanceClock(40 * 86_400);
  expect(await open(made, { kind: 'initial' })).toMatchObject({
    status: 409,
    body: { errors: [{ field: 'categoryKey', code: 'appeal_open' }] },
  });
  await service.post(`/verification-cases/${made.caseId}/appeals/${body.id}/withdraw`, { actor: made.owner });
  expect((await open(made, { kind: 'initial' })).status).toBe(201);
});

test('a later review of something else changes nothing of that; one of the same claim is the one to appeal', async () => {
  const made = await makeReviewed(service);
  const review = async (key: 'identity' | 'licence', claims: object[]) => {
    service.advanceClock(60);
    await openReview(service, made, 'review', [key]);
    const next = await makeRecommended(service, { provider: made, of: [key] });
    const outcome = claims.length > 0 ? 'verified' : 'not_verified';
    expect((await decide(service, next.caseId, { claims, outcome })).status).toBe(201);
  };
  await review('identity', granting('identity_confirmed'));
  expect(await open(made, { kind: 'initial' })).toMatchObject(tooEarly);
  await review('licence', []);
  expect(await appeal(service, made)).toMatchObject({ status: 409, body: { errors: [{ code: 'decision_replaced' }] } });
  expect(await open(made, { kind: 'initial' })).toMatchObject(tooEarly);
});
