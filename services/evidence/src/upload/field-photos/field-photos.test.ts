import { randomUUID } from 'node:crypto';
import { auditRecorded, notificationRequested } from '@trust/contracts/events/any';
import {
  evidenceAvailable,
  evidenceConfirmed,
  fieldPhotoChanged,
  uploadIntentChanged,
} from '@trust/contracts/events/evidence';
import { operator } from '@trust/service-testing/actors';
import { exportPersonalData } from '@trust/service-testing/personal-data';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assignedTo, evidenceOf, jpeg, makeUpload, pdf, sendParts } from '../../../test/make.ts';
import { makePhoto, makeWork, photoOf } from '../../../test/make-photo.ts';
import { type Evidence, pathOf, startEvidence } from '../../../test/service.ts';
import { scanDueVersions } from '../../scanning/scan-versions.ts';

let evidence: Evidence;
beforeAll(async () => {
  evidence = await startEvidence({ connections: 6 });
});
afterAll(() => evidence[Symbol.asyncDispose]());

const reason = 'To check the photo of the visit.';
const stateConflict = { status: 409, body: { type: 'http://trust.test/problems/state-conflict' } };
const states = async (photoId: string) =>
  (await evidence.emitted(fieldPhotoChanged)).filter((event) => event.photoId === photoId);

test('a photo is opened, sent, confirmed and scanned; only assignees of the case read it', async () => {
  const work = await makeWork(evidence);
  const { made, agent, workItemId } = work;
  const image = jpeg();
  const photo = await makePhoto(evidence, work, image);
  expect(photo.opened).toMatchObject({ id: photo.id, workItemId, state: 'open', attemptCount: 1, photo: null });
  expect(photo.opened).not.toHaveProperty('caseId');
  const confirmedAt = evidence.clock.now.toISOString();
  const stored = { id: photo.id, workItemId, confirmedAt, processing: 'pending_scan' };
  expect(await photo.confirm()).toMatchObject({ status: 201, body: stored });
  expect(await photo.confirm()).toMatchObject({ status: 200, body: stored });
  const audited = (await evidence.emitted(auditRecorded.evidence)).filter(({ actorId }) => actorId === agent.userId);
  expect(audited.map(({ action, reason: why }) => [action, why])).toEqual([
    ['createFieldPhoto', 'Uploads a photo of an assigned visit.'],
    ['confirmFieldPhoto', 'Confirms a photo of an assigned visit.'],
  ]);
  await scanDueVersions(evidence.app);
  const announced = await states(photo.id);
  expect(announced).toMatchObject([{ state: 'pending_scan' }, { state: 'available' }]);
  expect(announced[0]).toMatchObject({ workItemId, agentId: agent.userId });

  const [reviewer, other] = [operator('reviewer'), operator('reviewer')];
  await made.change({ state: 'in_review', duties: assignedTo({ review: reviewer.userId }) });
  const list = `/verification-cases/${made.caseId}/field-photos`;
  const { body } = await evidence.get(list, { actor: reviewer });
  expect(body.items).toEqual([
    {
      ...{ id: photo.id, evidenceId: announced[0]?.evidenceId, workItemId, requirementKey: 'identity' },
      ...{ mediaType: 'image/jpeg', sizeBytes: image.length, confirmedAt, processing: 'available' },
    },
  ]);
  const grants = `/verification-cases/${made.caseId}/evidence/${body.items[0].evidenceId}/review-grants`;
  expect(await evidence.get(list, { actor: other })).toMatchObject({ status: 404 });
  expect(await evidence.post(grants, { actor: other, body: { reason } })).toMatchObject({ status: 404 });
  const grant = await evidence.post(grants, { actor: reviewer, body: { reason } });
  expect(grant.status).toBe(201);
  expect(await evidence.get(pathOf(grant.body.url), { actor: reviewer })).toMatchObject({ status: 200 });
  expect(await evidence.get(pathOf(grant.body.url), { actor: other })).toMatchObject({ status: 404 });
});

test('D1 neither the provider nor the projections of evidence get a photo', async () => {
  const work = await makeWork(evidence);
  const { made } = work;
  const photo = await makePhoto(evidence, work);
  await photo.confirm();
  await scanDueVersions(evidence.app);
  const [{ evidenceId = '' } = {}] = await states(photo.id);
  const items = await evidence.get(evidenceOf(made), { actor: made.rep });
  expect(items).toMatchObject({ status: 200, body: { items: [] } });
  expect(await evidence.get(`${evidenceOf(made)}/${evidenceId}`, { actor: made.rep })).toMatchObject({ status: 404 });
  const inWorkspace = await evidence.get('/provider-workspace/me/upload-intents', { actor: made.rep });
  expect(inWorkspace.body.items).toEqual([]);
  const events = [
    ...(await evidence.emitted(uploadIntentChanged)),
    ...(await evidence.emitted(evidenceConfirmed)),
    ...(await evidence.emitted(evidenceAvailable)),
    ...(await evidence.emitted(notificationRequested.evidence)),
  ];
  expect(events.filter(({ providerId }) => providerId === made.providerId)).toEqual([]);
  // Evidence of the same requirement is numbered without the photos.
  const { path } = await makeUpload(evidence, made, pdf());
  await evidence.post(`${path}/confirm`, { actor: made.rep });
  expect((await evidence.get(evidenceOf(made), { actor: made.rep })).body.items).toMatchObject([
    { versionCount: 1, version: { number: 1 } },
  ]);
});

test('C1 a photo opened and confirmed again under one Idempotency-Key gets the same responses', async () => {
  const { agent, path } = await makeWork(evidence);
  const image = jpeg();
  const body = photoOf(image);
  const headers = { 'idempotency-key': body.id };
  const open = () => evidence.post(path, { actor: agent, headers, body });
  const opened = await open();
  expect(await open()).toMatchObject({ status: 201, body: opened.body });
  await sendParts(evidence, opened.body, image);
  const confirm = () => evidence.post(`${path}/${body.id}/confirm`, { actor: agent, headers });
  const confirmed = await confirm();
  expect(await confirm()).toMatchObject({ status: 201, body: confirmed.body });
});

test('D2 only the assigned agent opens and confirms photos; another gets the answer of an absent item', async () => {
  const work = await makeWork(evidence);
  const { agent, assign, path } = work;
  const photo = await makePhoto(evidence, work);
  const other = operator('field-agent');
  const absent = { ...work, path: `/operations/field-work-items/${randomUUID()}/photos` };
  const answer = async (to: string, body?: object) => {
    const { status, body: problem } = await evidence.post(to, { actor: other, ...(body && { body }) });
    return { status, problem: { ...problem, instance: '', requestId: '' } };
  };
  expect(await answer(path, photo.body)).toEqual(await answer(absent.path, photo.body));
  expect(await answer(path, photo.body)).toMatchObject({ status: 404 });
  expect(await answer(`${path}/${photo.id}/confirm`)).toMatchObject({ status: 404 });
  await assign({ assigneeId: other.userId });
  expect(await evidence.post(path, { actor: agent, body: photo.body })).toMatchObject({ status: 404 });
  expect(await photo.confirm()).toMatchObject({ status: 404 });
  expect(await answer(`${path}/${photo.id}/confirm`)).toMatchObject({ status: 404 });
  expect(await states(photo.id)).toEqual([]);
});

test('Z3 the database rejects a photo of an agent who is no longer assigned', async () => {
  const work = await makeWork(evidence);
  const photo = await makePhoto(evidence, work);
  await work.assign({ assigneeId: randomUUID() });
  const submit = sql`update upload_intent set state = 'submitted' where client_intent_key = ${photo.id}`;
  await expect(submit.execute(evidence.db)).rejects.toThrow(/assigned agent of an open work item/);
});

test('the same request resumes a photo, also after its session ended; another photo under its id gets 409', async () => {
  const work = await makeWork(evidence);
  const { agent, path } = work;
  const photo = await makePhoto(evidence, work);
  const again = () => evidence.post(path, { actor: agent, body: photo.body });
  expect(await again()).toMatchObject({
    status: 200,
    body: { id: photo.id, session: { id: photo.opened.session.id, parts: [{ received: true }] } },
  });
  evidence.advanceClock(3600);
  expect(await photo.confirm()).toMatchObject({ status: 409, body: { errors: [{ code: 'session_expired' }] } });
  expect(await again()).toMatchObject({
    status: 201,
    body: { attemptCount: 2, session: { parts: [{ received: false }] } },
  });
  const changed = { ...photoOf(jpeg(5000)), id: photo.id };
  const taken = { status: 409, body: { errors: [{ field: 'id', code: 'idempotency_key_reused' }] } };
  expect(await evidence.post(path, { actor: agent, body: changed })).toMatchObject(taken);
});

test('a photo that is opened 8 times at once is one upload', async () => {
  const { agent, path } = await makeWork(evidence);
  const body = photoOf(jpeg());
  const answers = await Promise.all(Array.from({ length: 8 }, () => evidence.post(path, { actor: agent, body })));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(7).fill(200), 201]);
  expect(new Set(answers.map((answer) => answer.body.session.id)).size).toBe(1);
});

test('accepts images only, while the work item is open, up to 20 of an item', async () => {
  const work = await makeWork(evidence);
  const { agent, path } = work;
  const open = (changes: object = {}) => evidence.post(path, { actor: agent, body: photoOf(jpeg(), changes) });
  expect(await open({ mediaType: 'application/pdf' })).toMatchObject({ status: 400 });
  const document = pdf();
  const disguised = await evidence.post(path, { actor: agent, body: photoOf(document) });
  await evidence.put(pathOf(disguised.body.session.parts[0].url), { rawBody: document });
  expect(await evidence.post(`${path}/${disguised.body.id}/confirm`, { actor: agent })).toMatchObject({
    status: 409,
    body: { errors: [{ code: 'media_type_mismatch' }] },
  });
  for (let count = 0; count < 20; count++) await (await makePhoto(evidence, work, jpeg(1024))).confirm();
  expect(await open()).toMatchObject({
    ...stateConflict,
    body: { errors: [{ field: 'workItemId', code: 'versions' }] },
  });
  const next = await makeWork(evidence, work.made);
  const late = await makePhoto(evidence, next);
  await next.assign({ isOpen: false });
  expect(await late.confirm()).toMatchObject(stateConflict);
  expect(await evidence.post(next.path, { actor: next.agent, body: photoOf(jpeg()) })).toMatchObject(stateConflict);
});

test("the export lists an agent's photos", async () => {
  const work = await makeWork(evidence);
  await (await makePhoto(evidence, work)).confirm();
  const { file } = await exportPersonalData(evidence, 'evidence', work.agent.userId);
  expect(file.uploads).toMatchObject([{ purpose: 'field_work', workItemId: work.workItemId, state: 'submitted' }]);
});
