import { randomUUID } from 'node:crypto';
import { fieldSubmissionAccepted } from '@trust/contracts/events/field-work';
import { operatorPermissions } from '@trust/contracts/permissions';
import { disclosesContact } from '@trust/contracts/values/contact-data';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAgent, makeStarted, move, photoArrives, photoId, results, submit } from '../../../test/make-field-work.ts';
import { type Operations, startOperations } from '../../../test/service.ts';

let operations: Operations;
beforeAll(async () => {
  operations = await startOperations({ connections: 6 });
});
afterAll(() => operations[Symbol.asyncDispose]());

const separation = { status: 409, body: { type: 'http://trust.test/problems/separation-of-duties' } };
const stateConflict = { status: 409, body: { type: 'http://trust.test/problems/state-conflict' } };
const invalidTransition = { status: 400, body: { type: 'http://trust.test/problems/invalid-transition' } };
const accepted = async (id: string) =>
  (await operations.emitted(fieldSubmissionAccepted)).filter(({ workItemId }) => workItemId === id);

test('an agent submits, another operator accepts, and verification gets the summary and observations only', async () => {
  const { id, agent, manager, fieldVisitId, made } = await makeStarted(operations);
  const { status, body } = await submit(operations, agent, id);
  const { kind: _kind, reason: _reason, photoIds: _photoIds, ...shown } = results;
  const at = operations.clock.now.toISOString();
  const photos = [{ id: photoId, state: 'available' }];
  const view = {
    id: body.id,
    workItemId: id,
    state: 'submitted',
    ...shown,
    placeMatches: null,
    photos,
    receivedAt: at,
  };
  expect([status, body]).toEqual([201, view]);
  expect(await move(operations, agent, id, 'accept', { submissionId: body.id })).toMatchObject({ status: 403 });
  expect(await move(operations, manager, id, 'accept', { submissionId: randomUUID() })).toMatchObject(stateConflict);
  expect(await move(operations, manager, id, 'accept', { submissionId: body.id })).toMatchObject({
    status: 200,
    body: { state: 'accepted', endedAt: at, submissions: [{ id: body.id, state: 'accepted' }] },
  });
  expect(await accepted(id)).toEqual([
    {
      ...{ workItemId: id, fieldVisitId, caseId: made.caseId, submissionId: body.id, occurredAt: at },
      ...{ observations: results.observations, publicSummary: results.summary, visitedOn: results.visitedOn },
      ...{ agentId: agent.userId, acceptorId: manager.userId },
    },
  ]);
  expect(await move(operations, manager, id, 'return', { submissionId: body.id })).toMatchObject(stateConflict);
});

test('a submission that is sent again returns the stored one; other content under its id returns 409', async () => {
  const { id, agent } = await makeStarted(operations);
  const submissionId = randomUUID();
  const first = await submit(operations, agent, id, { id: submissionId });
  const again = await submit(operations, agent, id, { id: submissionId });
  expect([first.status, again.status, again.body]).toEqual([201, 200, first.body]);
  const taken = { status: 409, body: { errors: [{ field: 'id', code: 'idempotency_key_reused' }] } };
  for (const changed of [
    { summary: 'Nobody was there.' },
    { kind: 'draft' },
    { reason: 'Another note for the audit.' },
  ])
    expect(await submit(operations, agent, id, { id: submissionId, ...changed })).toMatchObject(taken);
  const other = await makeStarted(operations);
  expect(await submit(operations, other.agent, other.id, { id: submissionId })).toMatchObject(taken);
  expect((await operations.audited('createFieldSubmission')).filter(({ objectId }) => objectId === id)).toHaveLength(1);
});

test('a final submission that arrives 16 times at once is stored once', async () => {
  const { id, agent } = await makeStarted(operations);
  const submissionId = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 16 }, () => submit(operations, agent, id, { id: submissionId })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(15).fill(200), 201]);
});

test('D2 an agent who is no longer assigned gets 404, also for a submission that was stored', async () => {
  const { id, agent, manager } = await makeStarted(operations);
  const everything = [...operatorPermissions.supervisor, ...operatorPermissions['field-agent']];
  expect(await submit(operations, { ...manager, permissions: everything }, id)).toMatchObject({ status: 404 });
  const draft = { id: randomUUID(), kind: 'draft' };
  expect(await submit(operations, agent, id, draft)).toMatchObject({ status: 201, body: { state: 'draft' } });
  const other = await makeAgent(operations);
  const body = { assigneeId: other.userId, reason: 'The former agent is ill this week.' };
  await operations.post(`/operations/field-work-items/${id}/reassign`, { actor: manager, body });
  expect(await submit(operations, agent, id, draft)).toMatchObject({ status: 404 });
  expect(await submit(operations, other, id)).toMatchObject({ status: 201 });
});

test('keeps several drafts; a returned submission is replaced by another after the visit resumed', async () => {
  const { id, agent, manager } = await makeStarted(operations);
  for (const summary of ['First impressions.', 'Second impressions.'])
    expect(await submit(operations, agent, id, { kind: 'draft', summary })).toMatchObject({ status: 201 });
  const first = (await submit(operations, agent, id)).body.id;
  expect(await submit(operations, agent, id)).toMatchObject(invalidTransition);
  expect(await submit(operations, agent, id, { kind: 'draft' })).toMatchObject(invalidTransition);
  expect(await move(operations, manager, id, 'return', { submissionId: first })).toMatchObject({
    body: { state: 'returned', endedAt: null },
  });
  expect(await submit(operations, agent, id, { kind: 'draft' })).toMatchObject({ status: 201 });
  expect(await submit(operations, agent, id)).toMatchObject(invalidTransition);
  await move(operations, agent, id, 'resume');
  const second = (await submit(operations, agent, id)).body.id;
  expect(await move(operations, manager, id, 'accept', { submissionId: first })).toMatchObject(stateConflict);
  const { body } = await move(operations, manager, id, 'accept', { submissionId: second });
  const states = body.submissions.map(({ state }: { state: string }) => state);
  expect(states).toEqual(['draft', 'draft', 'returned', 'draft', 'accepted']);
});

test('accepting is 400 without results to review, and 409 for results that were reviewed meanwhile', async () => {
  const { id, agent, manager } = await makeStarted(operations);
  const draft: string = (await submit(operations, agent, id, { kind: 'draft' })).body.id;
  const other = await makeStarted(operations);
  const ofOther: string = (await submit(operations, other.agent, other.id)).body.id;
  for (const submissionId of [randomUUID(), draft, ofOther])
    expect(await move(operations, manager, id, 'accept', { submissionId })).toMatchObject(invalidTransition);
  const submissionId: string = (await submit(operations, agent, id)).body.id;
  expect(await move(operations, manager, id, 'return', { submissionId })).toMatchObject({ status: 200 });
  expect(await move(operations, manager, id, 'accept', { submissionId })).toMatchObject(stateConflict);
});

test('Z3 the agent of a submission cannot review it, whatever they may do otherwise', async () => {
  const both = { permissions: [...operatorPermissions['field-agent'], ...operatorPermissions.triage] };
  const started = await makeStarted(operations);
  const agent = await makeAgent(operations, { ...started.agent, ...both });
  const { body } = await submit(operations, agent, started.id);
  for (const verdict of ['accept', 'return'])
    expect(await move(operations, agent, started.id, verdict, { submissionId: body.id })).toMatchObject(separation);
  const managers = Array.from({ length: 8 }, () => operations.operator('triage'));
  const answers = await Promise.all(
    managers.map((manager) => move(operations, manager, started.id, 'accept', { submissionId: body.id })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
  expect(await accepted(started.id)).toHaveLength(1);
});

test('a submission that exposes private data can be returned and not accepted', async () => {
  const { id, agent, manager } = await makeStarted(operations);
  const exposes = { ...results.exposes, otherPersons: true };
  const { body } = await submit(operations, agent, id, { exposes });
  expect(await move(operations, manager, id, 'accept', { submissionId: body.id })).toMatchObject(stateConflict);
  expect(await accepted(id)).toEqual([]);
  expect(await move(operations, manager, id, 'return', { submissionId: body.id })).toMatchObject({ status: 200 });
});

test('a submission names photos before they arrive, and is accepted once all are available', async () => {
  const { id, agent, manager } = await makeStarted(operations);
  const [first = '', second = ''] = [randomUUID(), randomUUID()];
  const arrive = (photo: string, state: 'pending_scan' | 'available', by = agent) =>
    photoArrives(operations, { id, agent: by, photo }, state);
  await arrive(first, 'available');
  // Another agent's photo with the same id is another photo.
  await arrive(second, 'available', { ...agent, userId: randomUUID() });
  expect(await submit(operations, agent, id, { photoIds: [first, first] })).toMatchObject({ status: 400 });
  const named = { id: randomUUID(), photoIds: [first, second] };
  const { body } = await submit(operations, agent, id, named);
  const photos = (state: string) => [
    { id: first, state: 'available' },
    { id: second, state },
  ];
  expect(body.photos).toEqual(photos('awaited'));
  expect(await submit(operations, agent, id, { ...named, photoIds: [first] })).toMatchObject({ status: 409 });
  const accept = () => move(operations, manager, id, 'accept', { submissionId: body.id });
  expect(await accept()).toMatchObject(stateConflict);
  await arrive(second, 'pending_scan');
  expect(await accept()).toMatchObject(stateConflict);
  await arrive(second, 'available');
  expect(await accept()).toMatchObject({ status: 200, body: { submissions: [{ photos: photos('available') }] } });
});

test('D1 rejects a summary with contact details or coordinates, and a visit in the future', async () => {
  const { id, agent } = await makeStarted(operations);
  expect(await submit(operations, agent, id, { summary: 'Call 06 12 34 56 78.' })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'summary', code: 'private_data' }] },
  });
  expect(await submit(operations, agent, id, { visitedOn: '2026-01-07' })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'visitedOn', code: 'must_not_be_future' }] },
  });
});

test.each([
  ['Write to claire@example.org.', true],
  ['See https://example.org/claire', true],
  ['Call +33 (0)6.12.34.56.78', true],
  ['Appeler le 06\u00a012\u00a034\u00a056\u00a078', true],
  ['Call 06–12–34–56–78', true],
  ['Seen at 48.8566, 2.3522', true],
  ['Insured up to 10 000 000 € from 2026-11-27 to 26/11/2027.', false],
  ['Two workshops of 120.5 and 80.25 square metres, seen on 5 January 2026.', false],
  ['Register number 1234567 was on the door.', false],
])('D1 of `%s` the answer is %s', (text, expected) => {
  expect(disclosesContact(text)).toBe(expected);
});
