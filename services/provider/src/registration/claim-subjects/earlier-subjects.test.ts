import { randomUUID } from 'node:crypto';
import { claimSubjectNamed, claimSubjectSnapshot } from '@trust/contracts/events/claims';
import { personErased } from '@trust/contracts/events/identity';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addRepresentative, makeActive, nameBusiness, namePerson, type Owner } from '../../../test/make.ts';
import { checkedClaims, me } from '../../../test/make-checked.ts';
import { namings } from '../../../test/make-naming.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';
import { announceProvider } from '../snapshots/announce-provider.ts';
import { earlierSubjectsView } from './earlier-subjects.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const { assignmentOf, makeChecked } = checkedClaims(() => service);
const reviewer = operator('reviewer');
const supervisor = operator('supervisor');
const reason = 'The school says that the diploma belongs to her sister.';

async function nameAs(made: Owner, givenName: string, endsClaimIds: string[] = []): Promise<string> {
  service.advanceClock(60);
  const representativeId = await assignmentOf(made);
  const { status, body } = await service.put(`${me}/responsible-person`, {
    actor: made.actor,
    body: { representativeId, givenName, familyName: 'Martin', endsClaimIds },
  });
  expect(status).toBe(200);
  return body.items.find(({ about }: { about: string }) => about === 'person').id;
}
async function readAsReviewer(providerId: string, about: string) {
  const caseId = randomUUID();
  const found = { case_id: caseId, provider_id: providerId, category_key: 'electrician', state: 'in_review' as const };
  const values = { ...found, changed_at: service.clock.now, assignee_ids: [reviewer.userId] };
  await service.db.insertInto('case_projection').values(values).execute();
  const { body } = await service.get(`/verification-cases/${caseId}/claim-subjects`, { actor: reviewer });
  return body.items.find((one: { about: string }) => one.about === about).earlier;
}
const end = ({ id }: Owner, subjectId: string) =>
  service.post(`/providers/${id}/claim-subjects/${subjectId}/end`, { actor: supervisor, body: { reason } });
const namedOf = async ({ id }: Owner) =>
  (await service.emitted(claimSubjectNamed)).filter((one) => one.providerId === id);

test('T1 whoever holds a duty reads the person who was checked before, and whether it is the same name', async () => {
  const made = await makeChecked({ kind: 'individual' });
  expect(await readAsReviewer(made.id, 'person')).toEqual([]);
  const max = await nameAs(made, 'Max', [made.claims.person.claimId]);
  const claire = { id: made.responsible, name: 'Claire Martin', isChecked: true, endReason: 'replaced' };
  expect(await readAsReviewer(made.id, 'person')).toMatchObject([
    { ...claire, hasSameName: false, operatorReason: null, endedAt: service.clock.now.toISOString() },
  ]);
  await nameAs(made, 'Claire');
  expect(await readAsReviewer(made.id, 'person')).toMatchObject([
    { id: max, name: 'Max Martin', isChecked: false, hasSameName: false },
    { ...claire, hasSameName: true },
  ]);
  // Unchecked names in between hide nothing.
  for (const name of ['Zoé', 'Ann']) await nameAs(made, name);
  expect(await readAsReviewer(made.id, 'person')).toMatchObject([{ name: 'Zoé Martin' }, claire]);
  expect(await readAsReviewer(made.id, 'business')).toEqual([]);
});

test('T1 whoever holds a duty reads what an operator ended, and why; representatives and others do not', async () => {
  const made = await makeChecked({ kind: 'individual' });
  expect((await end(made, made.responsible)).status).toBe(200);
  expect((await end(made, made.business)).status).toBe(200);
  await nameAs(made, 'Max');
  await nameAs(made, 'Claire');
  await nameBusiness(service, made, 'Martin Électricité SARL');
  const ended = { endReason: 'ended_by_operator', operatorReason: reason, hasSameName: true, isChecked: true };
  expect(await readAsReviewer(made.id, 'person')).toMatchObject([{ name: 'Max Martin', operatorReason: null }, ended]);
  expect(await readAsReviewer(made.id, 'business')).toMatchObject([{ ...ended, name: 'Martin Électricité SARL' }]);
  for (const actor of [made.actor, supervisor])
    expect(JSON.stringify((await service.get(`/providers/${made.id}/claim-subjects`, { actor })).body)).not.toMatch(
      /Max|sister|earlier/,
    );
  const { rows } = await service.db.pool.query('select * from claim_subject where provider_id = $1', [made.id]);
  expect(JSON.stringify(rows)).not.toContain('sister');
});

test('the events say whether a name is that of an earlier subject, and whether the provider is one person', async () => {
  const made = await makeActive(service, { kind: 'individual' });
  const first = await namePerson(service, made);
  const second = await nameAs(made, 'Max');
  const third = await nameAs(made, 'Claire');
  const fourth = await nameAs(made, 'Max');
  expect(await namedOf(made)).toMatchObject([
    { subjectId: first, isOnePerson: true },
    { subjectId: second },
    { subjectId: third, sameNameSubjectId: first },
    { subjectId: fourth, sameNameSubjectId: second },
  ]);
  const [one, two] = await namedOf(made);
  expect([one?.sameNameSubjectId, two?.sameNameSubjectId]).toEqual([undefined, undefined]);
  await end(made, fourth);
  await service.db.transact((trx) => announceProvider(trx, made.id, service.app));
  const snapshots = (await service.emitted(claimSubjectSnapshot)).filter(({ providerId }) => providerId === made.id);
  expect(snapshots).toMatchObject([
    { subjectId: first, endReason: 'replaced', isOnePerson: true },
    { subjectId: second },
    { subjectId: third, sameNameSubjectId: first },
    { subjectId: fourth, sameNameSubjectId: second, endReason: 'ended_by_operator' },
  ]);
});

test('the same name of another person is another name', async () => {
  const made = await makeActive(service, { kind: 'organisation' });
  await nameAs(made, 'Rita');
  const { actor: manager } = await addRepresentative(service, made.id, 'manager');
  await namings(() => service).nameAccepted(made, manager, [], 'Martin');
  const [first, second] = await namedOf(made);
  expect([first?.isOnePerson, second?.isOnePerson, second?.sameNameSubjectId]).toEqual([false, false, undefined]);
});

test('T1 names in between hide neither what an operator ended nor that the present one has its name', async () => {
  const made = await makeActive(service, { kind: 'individual' });
  for (const name of ['Max', 'Claire']) await nameAs(made, name);
  await end(made, await nameAs(made, 'Max'));
  await nameAs(made, 'Max');
  const ended = { name: 'Max Martin', operatorReason: reason, isChecked: false };
  expect(await readAsReviewer(made.id, 'person')).toMatchObject([{ ...ended, hasSameName: true }]);
  for (const name of ['Zoé', 'Ann']) await nameAs(made, name);
  expect(await readAsReviewer(made.id, 'person')).toMatchObject([
    { name: 'Zoé Martin' },
    { ...ended, hasSameName: false },
  ]);
});

test('P2 an erasure destroys the earlier names and the reason of the operator', async () => {
  const made = await makeChecked({ kind: 'organisation' });
  await end(made, made.responsible);
  service.advanceClock(60);
  await end(made, made.business);
  await nameAs(made, 'Max');
  const contacts: [] = [];
  await service.deliver(personErased, {
    userId: made.actor.userId,
    contacts,
    erasedAt: service.clock.now.toISOString(),
  });
  const erased = { name: null, operatorReason: null, endReason: 'ended_by_operator', isChecked: true };
  expect(await earlierSubjectsView(service.db, service.app, made.id)).toMatchObject([
    { about: 'person', name: null },
    { about: 'business', name: 'Martin Électricité SARL' },
    { about: 'person', ...erased },
  ]);
});

test('M2 the database refuses another reason after the end, and one for an end by the provider', async () => {
  const made = await makeChecked();
  await end(made, made.responsible);
  const run = (text: string, id: string) => service.db.pool.query(text, [id]);
  const set = "update claim_subject set sealed_end_reason = '\\x00' where id = $1";
  await expect(run(set, made.responsible)).rejects.toThrow('recorded with its end');
  await expect(run(set, made.business)).rejects.toThrow('check constraint');
});
