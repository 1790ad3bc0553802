import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { check, makeAssigned, makeProvider } from '../../../test/make.ts';
import { endSubject, nameSubject } from '../../../test/make-subjects.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

const requirementKey = 'identity';
const failed = { requirementKey, result: 'failed' };

async function replacePerson(providerId: string, personId: string): Promise<string> {
  service.advanceClock(60);
  await endSubject(service, providerId, 'person');
  const id = await nameSubject(service, providerId, 'person', { personId });
  service.advanceClock(60);
  return id;
}

/** A document that was sent while one person was responsible, and is judged while another one is. */
async function makeReplaced({ earlier = randomUUID(), later = randomUUID() } = {}) {
  const provider = await makeProvider(service);
  const senderId = await replacePerson(provider.providerId, earlier);
  const made = await makeAssigned(service, provider);
  return { ...made, senderId, laterId: await replacePerson(provider.providerId, later) };
}

test('T1 a failed check names no person who was named after the document was sent', async () => {
  const made = await makeReplaced();
  expect(await check(service, made, failed)).toMatchObject({
    status: 409,
    body: {
      type: 'http://trust.test/problems/document-of-earlier-subject',
      errors: [{ field: 'subjectId', code: 'named_later', allowed: [made.senderId] }],
    },
  });
  for (const subjectId of [made.senderId, null])
    expect(await check(service, made, { ...failed, subjectId })).toMatchObject({ status: 201, body: { subjectId } });
});

test('T1 only a failed check names who was responsible when the document was sent', async () => {
  const [made, other] = [await makeReplaced(), await makeReplaced()];
  const changed = { status: 409, body: { errors: [{ field: 'subjectId', code: 'subject_changed' }] } };
  const { senderId: subjectId } = made;
  expect(await check(service, made, { requirementKey, subjectId })).toMatchObject(changed);
  for (const foreign of [other.senderId, other.laterId])
    expect(await check(service, made, { ...failed, subjectId: foreign })).toMatchObject(changed);
  expect(
    await check(service, made, {
      requirementKey: 'licence',
      result: 'failed',
      subjectId,
      providerKind: 'organisation',
    }),
  ).toMatchObject(changed);
});

test('T1 what was sent while nobody was responsible counts against who is named later', async () => {
  const provider = await makeProvider(service, {}, randomUUID());
  const made = await makeAssigned(service, provider);
  service.advanceClock(60);
  const subjectId = await nameSubject(service, made.providerId, 'person', { personId: provider.owner.userId });
  expect(await check(service, made, failed)).toMatchObject({ status: 201, body: { subjectId } });
  const nextId = await replacePerson(made.providerId, randomUUID());
  expect(await check(service, made, failed)).toMatchObject({ status: 201, body: { subjectId: nextId } });
});

test('T1 who was responsible before and is again can be named', async () => {
  const personId = randomUUID();
  const made = await makeReplaced({ earlier: personId, later: personId });
  const { laterId: subjectId } = made;
  expect(await check(service, made, failed)).toMatchObject({ status: 201, body: { subjectId } });
});

test('T1 who was named before the document was sent can be named, also if the end before is told late', async () => {
  const provider = await makeProvider(service);
  await replacePerson(provider.providerId, randomUUID());
  const at = service.clock.now;
  service.advanceClock(60);
  const made = await makeAssigned(service, provider);
  service.advanceClock(60);
  await endSubject(service, made.providerId, 'person');
  const subjectId = await nameSubject(service, made.providerId, 'person', { personId: randomUUID(), at });
  expect(await check(service, made, failed)).toMatchObject({ status: 201, body: { subjectId } });
});

test('T1 the database refuses a failed check of a later person, and an earlier one that has not failed', async () => {
  const made = await makeReplaced();
  const { id } = (await check(service, made, { ...failed, subjectId: null })).body;
  const { position: _generated, ...row } = await service.db
    .selectFrom('case_check')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const insert = (changes: object) =>
    service.db
      .insertInto('case_check')
      .values({ ...row, id: service.app.newId(), ...changes })
      .execute();
  await expect(insert({ subject_id: made.laterId })).rejects.toMatchObject({
    constraint: 'failed_check_names_no_later_person',
  });
  const confirming = { result: 'clear' as const, subject_id: made.senderId };
  await expect(insert({ ...confirming, earlier_document_reason: 'It shows both names.' })).rejects.toThrow(
    'confirms something that is not current',
  );
  await insert({ subject_id: made.senderId });
});
