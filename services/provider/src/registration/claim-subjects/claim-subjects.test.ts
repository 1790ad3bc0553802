import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import type { PayloadOf } from '@trust/contracts/event';
import { notificationRequested } from '@trust/contracts/events/any';
import { claimSubjectNamed } from '@trust/contracts/events/claims';
import { providerChanged } from '@trust/contracts/events/provider';
import { caseChanged } from '@trust/contracts/events/verification';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inAYear, makeActive, makeClaim, makeOwner, nameBusiness, namePerson, transition } from '../../../test/make.ts';
import { checkedClaims, me } from '../../../test/make-checked.ts';
import { type ProviderService, setGate, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider({ connections: 5 });
});
afterAll(() => service[Symbol.asyncDispose]());

const lyon = { latitude: 45.764, longitude: 4.8357 };
const { addOwner, agree, assignmentOf, cardsOf, endedOf, makeChecked, subjectsOf, verdict } = checkedClaims(
  () => service,
);

test('T1 removing the person responsible needs their claims by name, and ends those alone', async () => {
  const made = await makeChecked();
  const { id, actor, claims } = made;
  const successor = await addOwner(made);
  const path = `/providers/${id}/representatives/${await assignmentOf(made)}`;
  const refused = await service.delete(path, { actor: successor });
  const expected = { field: 'endsClaimIds', code: 'claims_not_named', allowed: [claims.person.claimId] };
  expect(refused).toMatchObject({ status: 409, body: { errors: [expected] } });
  for (const query of [randomUUID(), claims.business.claimId])
    expect((await service.delete(`${path}?endsClaimIds=${query}`, { actor: successor })).status).toBe(409);
  expect((await service.delete(`${path}?endsClaimIds=x`, { actor: successor })).status).toBe(400);
  expect((await service.get(`${me}`, { actor })).status).toBe(200);
  const removed = await service.delete(`${path}?endsClaimIds=${claims.person.claimId}`, { actor: successor });
  expect(removed.status).toBe(204);
  expect(await cardsOf(made)).toEqual([['business_registered', 'Martin Électricité SARL']]);
  expect(await endedOf(made)).toEqual([['person', 'left']]);
});

test('T1 other premises end the claims about the first ones; the same premises do not', async () => {
  const premises = { ...lyon, addressLabel: '1 rue de la Paix', consent: true };
  const made = await makeActive(service, {
    operatingModel: 'premises',
    location: { publicPremises: premises },
  });
  const place = (await subjectsOf(made)).find(({ about }: { about: string }) => about === 'premises');
  const claim = await makeClaim(service, made.id, {
    subjectId: place.id,
    type: 'premises_visited',
    validUntil: inAYear(),
  });
  await setGate(service, 'open');
  await transition(service, made.actor, made.id, 'publish');
  const move = (publicPremises: unknown, endsClaimIds?: string[]) =>
    service.put(`${me}/location`, {
      actor: made.actor,
      body: { publicPremises, ...(endsClaimIds && { endsClaimIds }) },
    });
  expect((await move(premises)).status).toBe(200);
  expect(await verdict(claim)).toEqual(['valid', null, null]);
  for (const other of [
    { ...premises, latitude: lyon.latitude + 0.0000085 },
    { ...premises, addressLabel: '2 rue de la Paix' },
    null,
  ])
    expect(await move(other)).toMatchObject({ status: 409, body: { errors: [{ allowed: [claim.claimId] }] } });
  expect((await move({ ...premises, latitude: 45.9 }, [claim.claimId])).status).toBe(200);
  expect(await verdict(claim)).toEqual(['suspended', 'subject_ended', null]);
  expect((await subjectsOf(made))[0].id).not.toBe(place.id);
});

test('T1 an operator who does not represent the provider records that a name ended, once and with a reason', async () => {
  const made = await makeChecked();
  const path = `/providers/${made.id}/claim-subjects/${made.business}/end`;
  const body = { reason: 'The business register shows another name since Monday.' };
  const supervisor = operator('supervisor');
  expect(
    (await service.post(`/providers/${made.id}/claim-subjects/${randomUUID()}/end`, { actor: supervisor, body }))
      .status,
  ).toBe(404);
  const insider = operator('supervisor', { userId: made.actor.userId });
  expect((await service.post(path, { actor: insider, body })).status).toBe(409);
  const stale = operator('supervisor', { authenticatedAt: service.clock.now.getTime() / 1000 - 301 });
  expect((await service.post(path, { actor: stale, body })).status).toBe(401);
  for (let repeat = 0; repeat < 2; repeat++)
    expect((await service.post(path, { actor: supervisor, body })).status).toBe(200);
  expect(await endedOf(made)).toEqual([['business', 'ended_by_operator']]);
  expect(await service.audited('endClaimSubject')).toHaveLength(1);
  expect((await verdict(made.claims.business))[1]).toBe('subject_ended');
});

test('C1 an operator ends premises that no claim is about, once for each idempotency key', async () => {
  const made = await makeActive(service, { location: { publicPremises: { ...lyon, consent: true } } });
  const [place] = await subjectsOf(made);
  const path = `/providers/${made.id}/claim-subjects/${place.id}/end`;
  const body = { reason: 'The premises were given up, as the landlord says.' };
  const headers = { 'idempotency-key': randomUUID() };
  const supervisor = operator('supervisor');
  const end = () => service.post(path, { actor: supervisor, body, headers });
  const ended = await end();
  expect(ended).toMatchObject({ status: 200, body: { items: [] } });
  const again = await end();
  expect([again.body, again.headers.get('idempotency-replayed')]).toEqual([ended.body, 'true']);
});

test('T1 P4 premises that an operator records as given up are shown nowhere until they are entered again', async () => {
  const location = { publicPremises: { ...lyon, consent: true } };
  const made = await makeActive(service, { operatingModel: 'premises', location });
  const { actor, id, publicId } = made;
  await makeClaim(service, id, { validUntil: inAYear() });
  await setGate(service, 'open');
  await transition(service, actor, id, 'publish');
  const near = `/public/providers/search?category=electrician&limit=100&radiusKm=1&latitude=${lyon.latitude}&longitude=${lyon.longitude}`;
  const seen = async () => {
    const { items } = (await service.get(near)).body;
    const isNear = items.some((one: { publicProviderId: string }) => one.publicProviderId === publicId);
    const { body } = await service.get(`/public/providers/${publicId}`);
    return [
      isNear,
      body.publicPremises?.latitude ?? null,
      (await providerEvents()).at(-1)?.location.publicPremisesConfigured,
    ];
  };
  const providerEvents = async () =>
    (await service.emitted(providerChanged)).filter(({ providerId }) => providerId === id);
  const notices = async () =>
    (await service.emitted(notificationRequested.provider)).filter(
      ({ template, userId }) => template === 'premises_changed' && userId === actor.userId,
    );
  expect(await seen()).toEqual([true, lyon.latitude, true]);
  const [place] = await subjectsOf(made);
  const path = `/providers/${id}/claim-subjects/${place.id}/end`;
  const body = { reason: 'The shop is closed since May, as the landlord says.' };
  const supervisor = operator('supervisor');
  for (const _again of [1, 2]) expect((await service.post(path, { actor: supervisor, body })).status).toBe(200);
  expect(await seen()).toEqual([false, null, false]);
  expect(await notices()).toHaveLength(1);
  expect((await service.put(`${me}/location`, { actor, body: location })).status).toBe(200);
  expect((await service.post(path, { actor: supervisor, body })).status).toBe(200);
  expect(await seen()).toEqual([true, lyon.latitude, true]);
});

test('the workspace asks for the names, and the person responsible alone for their consent', async () => {
  const owner = await makeActive(service);
  const manager = await addOwner(owner, 'manager');
  const tasksOf = async (actor: Actor) =>
    (await service.get(me, { actor })).body.readiness.tasks
      .map(({ code, policyKey }: Record<string, string>) => policyKey ?? code)
      .filter((task: string) => /name/.test(task));
  expect(await tasksOf(owner.actor)).toEqual(['declare_registered_name', 'name_responsible_person']);
  await nameBusiness(service, owner, 'Martin SARL');
  await namePerson(service, owner);
  expect([await tasksOf(owner.actor), await tasksOf(manager)]).toEqual([['public-name'], []]);
  expect((await agree(owner.actor)).status).toBe(200);
  expect(await tasksOf(owner.actor)).toEqual([]);
});

test('names are in no event and no audit entry', async () => {
  const made = await makeChecked();
  const text = JSON.stringify([
    await service.emitted(claimSubjectNamed),
    await service.audited('putRegisteredName'),
    await service.audited('putResponsiblePerson'),
  ]);
  expect(text).not.toMatch(/Martin|Claire/);
  expect(text).toContain(made.business);
});

test('T1 another kind of a draft ends what was named under the first one', async () => {
  const draft = await makeOwner(service);
  await nameBusiness(service, draft, 'Martin SARL');
  await namePerson(service, draft);
  const body = { kind: 'individual' };
  expect((await service.patch(`${me}/profile`, { actor: draft.actor, body })).status).toBe(200);
  expect(await subjectsOf(draft)).toEqual([]);
});

test('the person responsible for an individual is its owner', async () => {
  const owner = await makeOwner(service, { kind: 'individual' });
  const manager = await addOwner(owner, 'manager');
  const items = (await service.get(`/providers/${owner.id}/representatives`, { actor: manager })).body.items;
  const own = items.find(({ isOwn }: { isOwn: boolean }) => isOwn).id;
  const name = (representativeId: string) =>
    service.put(`${me}/responsible-person`, {
      actor: owner.actor,
      body: { representativeId, givenName: 'A', familyName: 'B' },
    });
  expect((await name(own)).status).toBe(409);
  expect(await name(randomUUID())).toMatchObject({ status: 400, body: { errors: [{ field: 'representativeId' }] } });
  expect((await name(await assignmentOf(owner))).status).toBe(200);
});

async function holdDuty(providerId: string, { userId }: Actor): Promise<string> {
  const caseId = randomUUID();
  const found = { case_id: caseId, provider_id: providerId, category_key: 'electrician', state: 'in_review' as const };
  const values = { ...found, changed_at: service.clock.now, assignee_ids: [userId] };
  await service.db.insertInto('case_projection').values(values).execute();
  return `/verification-cases/${caseId}/claim-subjects`;
}

test('a reviewer reads the names only while they hold a duty of the case', async () => {
  const made = await makeChecked();
  const reviewer = operator('reviewer');
  const path = await holdDuty(made.id, operator('reviewer'));
  expect((await service.get(path, { actor: reviewer })).status).toBe(404);
  expect(await service.get(await holdDuty(made.id, reviewer), { actor: reviewer })).toMatchObject({
    status: 200,
    body: {
      items: [
        { about: 'business', name: 'Martin Électricité SARL', providerKind: 'organisation', saysSoleTrader: false },
        { about: 'person', name: 'Claire Martin', providerKind: null, saysSoleTrader: false },
      ],
    },
  });
  expect((await service.get(path, { actor: operator('reviewer') })).status).toBe(404);
});

test('Z4 whoever holds a duty reads the names while it has work, and neither after nor before', async () => {
  const made = await makeChecked();
  const people = { review: operator('reviewer'), decide: operator('decider'), appeal: operator('decider') };
  const duties = (['review', 'decide', 'appeal'] as const).map((duty) => ({ duty, assigneeId: people[duty].userId }));
  const found = { caseId: randomUUID(), providerId: made.id, categoryKey: 'electrician' };
  const readersIn = async (state: PayloadOf<typeof caseChanged>['state']) => {
    service.advanceClock(1);
    const occurredAt = service.clock.now.toISOString();
    await service.deliver(caseChanged, {
      ...{ ...found, requirementVersionId: randomUUID(), requirementKeys: ['licence'], recommenderId: null },
      ...{ state, outcome: null, duties, dueAt: null, openedAt: occurredAt, occurredAt },
    });
    const path = `/verification-cases/${found.caseId}/claim-subjects`;
    const readers = [];
    for (const [duty, actor] of Object.entries(people))
      if ((await service.get(path, { actor })).status === 200) readers.push(duty);
    return readers.join();
  };
  const states = ['awaiting_evidence', 'in_review', 'awaiting_correction', 'recommended', 'decided', 'under_appeal'];
  const seen = [];
  for (const state of [...states, 'withdrawn', 'expired', 'closed'] as const)
    seen.push(await readersIn(state as 'decided'));
  expect(seen).toEqual([...Array(3).fill('review,appeal'), 'review,decide', '', 'appeal', '', '', '']);
});

test('whoever holds a duty of the case reads the public premises, never the private base', async () => {
  const base = { latitude: 45.75, longitude: 4.85, addressLabel: '9 rue Secrète' };
  const label = { addressLabel: '1 rue de la Paix' };
  const location = { privateBase: base, publicPremises: { ...lyon, ...label, consent: true } };
  const made = await makeActive(service, { operatingModel: 'premises', location });
  const reviewer = operator('reviewer');
  const path = await holdDuty(made.id, reviewer);
  const seen = await service.get(path, { actor: reviewer });
  expect(seen.body.items).toMatchObject([{ about: 'premises', name: null, place: { ...lyon, ...label } }]);
  expect(JSON.stringify(seen.body)).not.toContain(base.addressLabel);
  expect(await subjectsOf(made)).toMatchObject([{ about: 'premises', place: null }]);
  await service.put(`${me}/location`, { actor: made.actor, body: { publicPremises: { ...lyon, consent: true } } });
  const moved = await service.get(path, { actor: reviewer });
  expect(moved.body.items).toMatchObject([{ about: 'premises', place: { ...lyon, addressLabel: null } }]);
});

test('M2 the database refuses to revive, rename or delete what claims are about', async () => {
  const made = await makeChecked();
  await service.put(`${me}/registered-name`, {
    actor: made.actor,
    body: { name: 'Another SARL', endsClaimIds: [made.claims.business.claimId] },
  });
  const run = (text: string) => service.db.pool.query(text, [made.business]);
  await expect(run('update claim_subject set ended_at = null, end_reason = null where id = $1')).rejects.toThrow(
    'ends once',
  );
  await expect(run('update claim_subject set sealed_name = null where id = $1')).rejects.toThrow('permission denied');
  await expect(run('delete from claim_subject where id = $1')).rejects.toThrow();
  await expect(run('update claim set subject_id = null where subject_id = $1')).rejects.toThrow('permission denied');
});
