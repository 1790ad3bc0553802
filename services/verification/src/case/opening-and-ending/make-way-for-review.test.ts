import { auditRecorded, notificationRequested } from '@trust/contracts/events/any';
import { caseChanged } from '@trust/contracts/events/verification';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Decided, makeDecided } from '../../../test/appeals.ts';
import { pass, reason, submit } from '../../../test/make.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 5 });
});
afterAll(() => service[Symbol.asyncDispose]());

const triage = operator('triage');
const open = ({ providerId, categoryKey }: Decided, actor = triage, body: object = { kind: 'review', reason }) =>
  service.post(`/providers/${providerId}/verification-cases`, { actor, body: { categoryKey, ...body } });
const stateOf = async (caseId: string) =>
  (await service.get(`/verification-cases/${caseId}`, { actor: triage })).body.state;

/** The identity is granted, the licence is not: its provider begins again for it. */
async function makeWaiting() {
  const made = await makeDecided(service);
  const { status, body } = await open(made, made.owner, { kind: 'initial' });
  expect(status).toBe(201);
  return { ...made, waitingId: body.id as string };
}

test('a review that an operator opens withdraws a case that waits for its provider, who is told why', async () => {
  const made = await makeWaiting();
  await pass(service, await submit(service, made, made.waitingId, 'licence'));
  const { status, body } = await open(made);
  expect(status).toBe(201);
  expect(await stateOf(made.waitingId)).toBe('withdrawn');
  const events = (await service.emitted(caseChanged)).filter(({ caseId }) => caseId === made.waitingId);
  expect(events.at(-1)).toMatchObject({ state: 'withdrawn' });
  const told = (await service.emitted(notificationRequested.verification)).filter(
    ({ providerId, data }) => providerId === made.providerId && [made.waitingId, body.id].includes(data.caseId),
  );
  expect(told.map(({ template }) => template)).toEqual([
    'case_opened',
    'case_replaced_by_review',
    'case_review_opened',
  ]);
  const audited = (await service.emitted(auditRecorded.verification)).filter(
    ({ objectId }) => objectId === made.waitingId,
  );
  expect(audited.at(-1)).toMatchObject({ actorId: triage.userId, reason, after: { state: 'withdrawn' } });
});

test('a case that operators judge already stays, and the answer names it', async () => {
  const made = await makeWaiting();
  for (const key of ['identity', 'licence']) await pass(service, await submit(service, made, made.waitingId, key));
  expect(await open(made)).toMatchObject({
    status: 409,
    body: { errors: [{ field: 'categoryKey', code: 'case_open', allowed: [made.waitingId] }] },
  });
  expect(await stateOf(made.waitingId)).toBe('in_review');
});

test('a review does not make way for another one, and a renewal not for an initial case', async () => {
  const made = await makeWaiting();
  expect((await open(made, triage, { kind: 'initial', reason })).status).toBe(409);
  const { body } = await open(made);
  expect(await open(made)).toMatchObject({ status: 409, body: { errors: [{ allowed: [body.id] }] } });
});
