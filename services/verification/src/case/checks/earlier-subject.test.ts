import { randomUUID } from 'node:crypto';
import { auditRecorded } from '@trust/contracts/events/any';
import { claimSubjectSnapshot } from '@trust/contracts/events/claims';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { check, decide, granting, makeAssigned, makeProvider, makeRecommended, recommend } from '../../../test/make.ts';
import { endSubject, nameSubject } from '../../../test/make-subjects.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

type Made = Awaited<ReturnType<typeof makeAssigned>>;
const requirementKey = 'identity';
const year = 365 * 86_400;
const earlierSubjectReason = 'The marriage certificate shows that both names are of one person.';
const earlierDocumentReason = 'The document shows the present name.';
const refused = {
  status: 409,
  body: {
    type: 'http://trust.test/problems/check-not-explained',
    errors: [{ field: 'earlierSubjectReason', code: 'earlier_subject' }],
  },
};

/** Ends the person or business and names the next one, as the provider announces both. */
async function replace(
  { providerId }: Pick<Made, 'providerId'>,
  about: 'person' | 'business',
  {
    by = 'replaced',
    ...named
  }: { by?: 'replaced' | 'ended_by_operator' } & NonNullable<Parameters<typeof nameSubject>[3]> = {},
) {
  const earlier = await endSubject(service, providerId, about, by);
  service.advanceClock(1);
  return { earlier, present: await nameSubject(service, providerId, about, named) };
}
const caseOf = async ({ caseId, reviewer }: Made) =>
  (await service.get(`/verification-cases/${caseId}`, { actor: reviewer })).body;
const asked = async (made: Made) =>
  (await caseOf(made)).requirements.flatMap((one: { key: string; claim: { hasEarlierSubject: boolean } }) =>
    one.claim.hasEarlierSubject ? [one.key] : [],
  );

async function makeGranted(): Promise<Made> {
  const made = await makeRecommended(service);
  expect((await decide(service, made.caseId)).status).toBe(201);
  return made;
}
/** The review that the end of the person opened, with its new document. */
const reviewed = (made: Made): Promise<Made> => makeAssigned(service, made, operator('reviewer'), [requirementKey]);

test('T1 after an operator ended a name or person, the next one is confirmed with a reason only', async () => {
  const made = await makeAssigned(service, undefined);
  expect(await asked(made)).toEqual([]);
  await replace(made, 'person', { by: 'ended_by_operator' });
  expect(await asked(made)).toEqual([requirementKey]);
  for (const result of ['clear', 'consider'])
    expect(await check(service, made, { requirementKey, earlierDocumentReason, result })).toMatchObject(refused);
  expect((await check(service, made, { requirementKey, result: 'failed' })).status).toBe(201);
  expect((await check(service, made, { requirementKey: 'licence', earlierSubjectReason })).body).toMatchObject({
    earlierSubjectReason: null,
  });
  const checked = await check(service, made, { requirementKey, earlierDocumentReason, earlierSubjectReason });
  expect([checked.status, checked.body.earlierSubjectReason]).toEqual([201, earlierSubjectReason]);
  const entries = (await service.emitted(auditRecorded.verification)).filter(({ action }) => action === 'createCheck');
  expect(entries.at(-1)).toMatchObject({ objectId: made.caseId, after: { earlierSubjectReason } });
  expect(await caseOf(made)).toMatchObject({ requirements: [{ check: { earlierSubjectReason } }, {}] });
  const own = await service.get(`/verification-cases/${made.caseId}`, { actor: made.owner });
  expect(JSON.stringify(own.body)).not.toMatch(/marriage|EarlierSubject/);
  await replace(made, 'business', { by: 'ended_by_operator' });
  expect(await asked(made)).toEqual([requirementKey, 'licence']);
});

test('T1 another name in between does not hide that an operator ended one', async () => {
  const made = await makeAssigned(service);
  const { earlier } = await replace(made, 'person', { by: 'ended_by_operator' });
  service.advanceClock(year);
  await replace(made, 'person');
  expect(await asked(made)).toEqual([requirementKey]);
  await replace(made, 'person', { sameNameSubjectId: earlier });
  expect(await asked(made)).toEqual([requirementKey]);
});

test('a replacement by the provider asks for no reason where it is an organisation or was never checked', async () => {
  const [unchecked, organisation] = [await makeAssigned(service), await makeGranted()];
  await replace(unchecked, 'person', { isOnePerson: true });
  expect(await asked(unchecked)).toEqual([]);
  await replace(organisation, 'person', { isOnePerson: false });
  expect(await asked(await reviewed(organisation))).toEqual([]);
});

test('T1 a check of another name of an individual needs a reason until a claim about it is granted', async () => {
  const made = await makeGranted();
  const { earlier } = await replace(made, 'person', { isOnePerson: true });
  const review = await reviewed(made);
  expect(await asked(review)).toEqual([requirementKey]);
  expect(await check(service, review, { requirementKey })).toMatchObject(refused);
  expect((await check(service, review, { requirementKey, earlierSubjectReason })).status).toBe(201);
  expect((await recommend(service, review)).status).toBe(201);
  expect((await decide(service, review.caseId, { claims: granting('identity_confirmed') })).status).toBe(201);
  expect(await asked(review)).toEqual([]);
  // The checked name is that of the second one now.
  await replace(made, 'person', { isOnePerson: true, sameNameSubjectId: earlier });
  expect(await asked(review)).toEqual([requirementKey]);
});

test('T1 a check of another registered name of an individual needs a reason too', async () => {
  const [made, organisation] = [await makeGranted(), await makeGranted()];
  await replace(made, 'business', { kind: 'individual' });
  await replace(organisation, 'business');
  const licence = (one: Made) => makeAssigned(service, one, operator('reviewer'), ['licence']);
  expect(await asked(await licence(organisation))).toEqual([]);
  const review = await licence(made);
  expect(await asked(review)).toEqual(['licence']);
  const confirmed = { requirementKey: 'licence', providerKind: 'individual' };
  expect(await check(service, review, confirmed)).toMatchObject(refused);
  expect((await check(service, review, { ...confirmed, earlierSubjectReason })).status).toBe(201);
});

test('of one person, the checked name again asks for no reason', async () => {
  const made = await makeGranted();
  const { earlier } = await replace(made, 'person', { isOnePerson: true });
  await replace(made, 'person', { isOnePerson: true, sameNameSubjectId: earlier });
  expect(await asked(await reviewed(made))).toEqual([]);
});

test('T1 what an operator ended is answered for one name by its claim, for others a year after the end', async () => {
  const made = await makeAssigned(service);
  await replace(made, 'person', { by: 'ended_by_operator' });
  const reasons = { earlierDocumentReason, earlierSubjectReason };
  expect((await check(service, made, { requirementKey, ...reasons })).status).toBe(201);
  expect((await check(service, made, { requirementKey: 'licence' })).status).toBe(201);
  expect((await recommend(service, made)).status).toBe(201);
  expect((await decide(service, made.caseId)).status).toBe(201);
  expect(await asked(made)).toEqual([]);
  // One letter makes another name.
  service.advanceClock(year - 3);
  await replace(made, 'person');
  expect(await asked(made)).toEqual([requirementKey]);
  service.advanceClock(1);
  await replace(made, 'person');
  expect(await asked(made)).toEqual([]);
});

test('T1 the name that an operator ended needs a reason again, whatever was confirmed in between', async () => {
  const made = await makeAssigned(service);
  const { earlier: sameNameSubjectId } = await replace(made, 'person');
  await replace(made, 'person', { sameNameSubjectId });
  await replace(made, 'person', { by: 'ended_by_operator' });
  const reasons = { earlierDocumentReason, earlierSubjectReason };
  expect((await check(service, made, { requirementKey, ...reasons })).status).toBe(201);
  expect((await check(service, made, { requirementKey: 'licence' })).status).toBe(201);
  expect((await recommend(service, made)).status).toBe(201);
  expect((await decide(service, made.caseId)).status).toBe(201);
  service.advanceClock(year);
  await replace(made, 'person', { sameNameSubjectId });
  const review = await reviewed(made);
  expect(await asked(review)).toEqual([requirementKey]);
  expect((await check(service, review, { requirementKey, ...reasons })).status).toBe(201);
  expect((await recommend(service, review)).status).toBe(201);
  expect((await decide(service, review.caseId, { claims: granting('identity_confirmed') })).status).toBe(201);
  expect(await asked(review)).toEqual([]);
});

test('T1 a claim that was granted before an operator ended its subject answers nothing', async () => {
  const made = await makeGranted();
  await replace(made, 'person', { by: 'ended_by_operator' });
  expect(await asked(await reviewed(made))).toEqual([requirementKey]);
  service.advanceClock(year);
  await replace(made, 'person');
  expect(await asked(made)).toEqual([requirementKey]);
});

test('T1 the database refuses a check without the reason, and another end of a subject', async () => {
  const made = await makeAssigned(service);
  const { id } = (await check(service, made, { requirementKey })).body;
  const { present, earlier } = await replace(made, 'person', { by: 'ended_by_operator' });
  const { position: _generated, ...row } = await service.db
    .selectFrom('case_check')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const insert = (changes: object) =>
    service.db
      .insertInto('case_check')
      .values({
        ...{ ...row, id: service.app.newId(), subject_id: present, earlier_document_reason: earlierDocumentReason },
        ...changes,
      })
      .execute();
  await expect(insert({})).rejects.toMatchObject({ constraint: 'earlier_subject_has_reason' });
  await insert({ earlier_subject_reason: earlierSubjectReason });
  await insert({ result: 'failed' });
  const update = service.db.updateTable('claim_subject').set({ is_ended_by_operator: false }).where('id', '=', earlier);
  await expect(update.execute()).rejects.toThrow('stay so');
});

test('a snapshot says who ended a subject and whose name the present one has', async () => {
  const { providerId } = await makeProvider(service);
  const subject = { providerId, about: 'person', occurredAt: service.clock.now.toISOString() } as const;
  const [subjectId, sameNameSubjectId] = [service.app.newId(), service.app.newId()];
  const end = { endedAt: subject.occurredAt, endReason: 'ended_by_operator' } as const;
  await service.deliver(claimSubjectSnapshot, { ...subject, subjectId });
  await service.deliver(claimSubjectSnapshot, { ...subject, subjectId, sameNameSubjectId, isOnePerson: true, ...end });
  const row = await service.db
    .selectFrom('claim_subject')
    .select(['same_name_subject_id', 'is_one_person', 'is_ended_by_operator'])
    .where('id', '=', subjectId)
    .executeTakeFirst();
  expect(row).toEqual({ same_name_subject_id: sameNameSubjectId, is_one_person: true, is_ended_by_operator: true });
});

test('T1 the database keeps whose a subject is, which name it has, and whether the provider is one person', async () => {
  const { providerId } = await makeProvider(service);
  const id = await nameSubject(service, providerId, 'person');
  const facts = { person_id: randomUUID(), same_name_subject_id: randomUUID(), is_one_person: false };
  const update = (changes: { [Key in keyof typeof facts]?: (typeof facts)[Key] | null }) =>
    service.db.updateTable('claim_subject').set(changes).where('id', '=', id).execute();
  await update(facts);
  for (const changes of [
    { person_id: randomUUID() },
    { person_id: null },
    { same_name_subject_id: randomUUID() },
    { same_name_subject_id: null },
    { is_one_person: true },
    { is_one_person: null },
  ])
    await expect(update(changes)).rejects.toMatchObject({ code: '23001' });
});
