import { randomUUID } from 'node:crypto';
import { notificationRequested } from '@trust/contracts/events/any';
import { consentChanged, personErased } from '@trust/contracts/events/identity';
import { publicNameConsentGiven } from '@trust/contracts/events/provider';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inAYear, makeActive, makeClaim, namePerson, squareAround, transition } from '../../../test/make.ts';
import { type Card, checkedClaims, me, version } from '../../../test/make-checked.ts';
import { type ProviderService, setGate, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider({ connections: 5 });
});
afterAll(() => service[Symbol.asyncDispose]());

const lyon = { latitude: 45.764, longitude: 4.8357 };
const { agree, assignmentOf, makeChecked, cardsOf, verify, verdict, batch, tokenOf, endedOf, addOwner, subjectsOf } =
  checkedClaims(() => service);

test('T1 cards, signed cards and verification carry the name that the check confirmed', async () => {
  const made = await makeChecked();
  const names = [
    ['business_registered', 'Martin Électricité SARL'],
    ['trade_qualification', 'Claire Martin'],
  ];
  expect(await cardsOf(made)).toEqual(names);
  const [, payload = ''] = (await tokenOf(made)).split('.');
  const signed = JSON.parse(Buffer.from(payload, 'base64url').toString()).claims;
  expect(signed.map(({ type, checkedName }: Card) => [type, checkedName])).toEqual(names);
  expect(await verdict(made.claims.person)).toEqual(['valid', null, 'Claire Martin']);
  expect(await batch(made.claims.business)).toEqual(['valid', null, 'Martin Électricité SARL']);
});

test('T1 another registered name ends the claims about the first one everywhere, from that commit on', async () => {
  const later = () => {
    service.advanceClock(1);
    return service.clock.now.toISOString();
  };
  const made = await makeChecked();
  const { claims } = made;
  const token = await tokenOf(made);
  const rename = (body: object) => service.put(`${me}/registered-name`, { actor: made.actor, body });
  const refused = await rename({ name: 'Another SARL' });
  expect(refused).toMatchObject({
    status: 409,
    body: {
      type: 'http://trust.test/problems/claims-would-end',
      errors: [{ field: 'endsClaimIds', code: 'claims_not_named', allowed: [claims.business.claimId] }],
    },
  });
  expect((await cardsOf(made)).length).toBe(2);
  expect((await rename({ name: 'Martin Électricité SARL' })).status).toBe(200);
  expect(await endedOf(made)).toEqual([]);

  expect((await rename({ name: 'Another SARL', endsClaimIds: [claims.business.claimId] })).status).toBe(200);
  expect(await cardsOf(made)).toEqual([['trade_qualification', 'Claire Martin']]);
  const ended = ['suspended', 'subject_ended', 'Martin Électricité SARL'];
  expect([await verdict(claims.business), await batch(claims.business)]).toEqual([ended, ended]);
  expect(await verify({ token })).toMatchObject({ status: 'suspended' });
  expect(await endedOf(made)).toEqual([['business', 'replaced']]);
  // Verification records it later, which changes nothing in public.
  await makeClaim(service, made.id, { ...claims.business, state: 'suspended', occurredAt: later() });
  expect(await verdict(claims.business)).toEqual(ended);
  const superseded = { state: 'superseded', supersedingClaimId: randomUUID(), occurredAt: later() } as const;
  await makeClaim(service, made.id, { ...claims.business, ...superseded });
  expect((await verdict(claims.business))[0]).toBe('superseded');
});

test('T1 `asOf` shows the claims and the name of that day', async () => {
  const made = await makeChecked();
  const today = service.clock.now.toISOString().slice(0, 10);
  service.advanceClock(86_400);
  const endsClaimIds = [made.claims.business.claimId];
  const actor = { ...made.actor, authenticatedAt: service.clock.now.getTime() / 1000 };
  await service.put(`${me}/registered-name`, { actor, body: { name: 'Another SARL', endsClaimIds } });
  expect(await cardsOf(made, `?asOf=${today}`)).toEqual([
    ['business_registered', 'Martin Électricité SARL'],
    ['trade_qualification', 'Claire Martin'],
  ]);
  expect(await cardsOf(made)).toEqual([['trade_qualification', 'Claire Martin']]);
  const renamedOn = service.clock.now.toISOString().slice(0, 10);
  expect(await cardsOf(made, `?asOf=${renamedOn}`)).toEqual([['trade_qualification', 'Claire Martin']]);
});

test('T1 without the consent of the person nothing about them is public, on earlier days neither', async () => {
  const made = await makeChecked();
  const today = service.clock.now.toISOString().slice(0, 10);
  const token = await tokenOf(made);
  const withdrawn = { userId: made.actor.userId, policyKey: 'public-name' as const, version, granted: false };
  service.advanceClock(1);
  await service.deliver(consentChanged, { ...withdrawn, occurredAt: service.clock.now.toISOString() });
  const unknown = await verify({ claimId: randomUUID() });
  const { claimId } = made.claims.person;
  expect(await verify({ claimId })).toEqual({ ...unknown, claims: [{ ...unknown.claims[0], claimId }] });
  expect((await verify({ token })).status).toBe('unknown');
  for (const query of ['', `?asOf=${today}`])
    expect(await cardsOf(made, query)).toEqual([['business_registered', 'Martin Électricité SARL']]);
  const found = async (query = '') =>
    (await service.get(`/public/providers/search?category=electrician&limit=100${query}`)).body.items.find(
      ({ publicProviderId }: { publicProviderId: string }) => publicProviderId === made.publicId,
    );
  expect((await found()).claims.map(({ type }: Card) => type)).toEqual(['business_registered']);
  expect(await found('&claim=trade_qualification')).toBeUndefined();
  service.advanceClock(1);
  expect((await agree(made.actor, 'given_name_and_initial')).status).toBe(200);
  expect(await cardsOf(made)).toContainEqual(['trade_qualification', 'Claire M.']);
  expect(await found('&claim=trade_qualification')).toBeDefined();
  expect((await service.emitted(publicNameConsentGiven)).at(-1)).toMatchObject({ userId: made.actor.userId });
});

test('T1 the claim about an earlier name of a person tells of no later one without their consent to that', async () => {
  const made = await makeChecked();
  const { id, publicId, actor, claims } = made;
  const { claimId, type } = claims.person;
  const day = service.clock.now.toISOString().slice(0, 10);
  const later = async (claim: object) => {
    service.advanceClock(86_400);
    return makeClaim(service, id, { ...claim, occurredAt: service.clock.now.toISOString() });
  };
  const answers = async () => {
    const body = { items: [{ claimId }, { publicProviderId: publicId, type }] };
    const { items } = (await service.post('/public/claims/verify-batch', { body })).body;
    const past = (await service.get(`/public/providers/${publicId}/claims?asOf=${day}`)).body.items;
    const { statusNow, statusNowOn } = past.find((card: { claimId: string }) => card.claimId === claimId);
    return { items, verified: (await verify({ claimId })).claims[0], statusNow, statusNowOn };
  };
  service.advanceClock(86_400);
  const again = () => ({ ...actor, authenticatedAt: service.clock.now.getTime() / 1000 });
  const body = {
    representativeId: await assignmentOf(made),
    givenName: 'Claire',
    familyName: 'Durand',
    endsClaimIds: [claimId],
  };
  expect((await service.put(`${me}/responsible-person`, { actor: again(), body })).status).toBe(200);
  const ended = await answers();
  expect(ended).toMatchObject({
    items: [{ reason: 'subject_ended' }, { claimId }],
    verified: { changedAt: service.clock.now.toISOString() },
    statusNow: 'suspended',
    statusNowOn: service.clock.now.toISOString().slice(0, 10),
  });
  await later({ ...claims.person, state: 'suspended' });
  expect(await answers()).toEqual(ended);

  const subjectId = (await subjectsOf(made)).find(({ about }: { about: string }) => about === 'person').id;
  const replacing = await later({ subjectId, type, requirementKey: type, validUntil: inAYear() });
  await later({ ...claims.person, state: 'superseded', supersedingClaimId: replacing.claimId });
  expect(await answers()).toEqual(ended);
  expect((await agree(again())).status).toBe(200);
  expect(await answers()).toMatchObject({
    items: [{ status: 'superseded', supersedingClaimId: replacing.claimId }, { claimId: replacing.claimId }],
    statusNow: 'superseded',
  });
});

test('only the person responsible can agree, to the current policy', async () => {
  const made = await makeChecked();
  const manager = await addOwner(made, 'manager');
  expect((await agree(manager)).status).toBe(403);
  const body = { subjectId: made.responsible, form: 'full_name', version: '2020-01' };
  const old = await service.put(`${me}/responsible-person/public-name`, { actor: made.actor, body });
  expect(old).toMatchObject({ status: 400, body: { errors: [{ field: 'version', code: 'not_current' }] } });
  const free = { subjectId: made.responsible, form: 'VERIFIED Claire', version };
  expect((await service.put(`${me}/responsible-person/public-name`, { actor: made.actor, body: free })).status).toBe(
    400,
  );
});

test('T1 the consent is to the name that the person read; after another one it is 409 with the current', async () => {
  const owner = await makeActive(service);
  const responsible = await addOwner(owner, 'contributor');
  const representativeId = await assignmentOf({ ...owner, actor: responsible });
  const name = async (familyName: string) => {
    const body = { representativeId, givenName: 'Rita', familyName };
    const { body: named } = await service.put(`${me}/responsible-person`, { actor: owner.actor, body });
    const accepting = { actor: responsible, body: { namingId: named.naming.id } };
    const { body: accepted } = await service.post(`${me}/responsible-person/acceptance`, accepting);
    return accepted.items.find(({ about }: { about: string }) => about === 'person').id;
  };
  const read = await name('Martin');
  const current = await name('Obernarr');
  const refused = await agree(responsible, 'full_name', read);
  expect(refused).toMatchObject({
    status: 409,
    body: {
      type: 'http://trust.test/problems/state-conflict',
      detail: expect.stringContaining(`/providers/{providerId}/claim-subjects`),
      errors: [{ field: 'subjectId', code: 'subject_changed', allowed: [current] }],
      current: { items: [{ id: current, name: 'Rita Obernarr', publicName: null, isOwn: true }] },
    },
  });
  expect((await agree(responsible, 'full_name', current)).body.items).toMatchObject([{ publicName: 'Rita Obernarr' }]);
  const missing = { form: 'full_name', version };
  expect(
    await service.put(`${me}/responsible-person/public-name`, { actor: responsible, body: missing }),
  ).toMatchObject({ status: 400, body: { errors: [{ field: 'subjectId', code: 'required' }] } });
});

test('whoever is named as person responsible by somebody else is notified each time, without the name', async () => {
  const owner = await makeActive(service);
  const manager = await addOwner(owner, 'manager');
  const notices = async () =>
    (await service.emitted(notificationRequested.provider)).filter(
      ({ userId, template }) =>
        template !== 'representative_joined' && [owner.actor.userId, manager.userId].includes(userId ?? ''),
    );
  await namePerson(service, owner);
  expect(await notices()).toEqual([]);
  const representativeId = await assignmentOf({ ...owner, actor: manager });
  for (const familyName of ['Martin', 'Obernarr', 'Obernarr']) {
    const body = { representativeId, givenName: 'Rita', familyName };
    expect((await service.put(`${me}/responsible-person`, { actor: owner.actor, body })).status).toBe(200);
  }
  const notice = { userId: manager.userId, providerId: owner.id, template: 'responsible_person_named', data: {} };
  expect(await notices()).toEqual([notice, notice]);
});

test('T1 erasure leaves no name of the person, and no claim about them in public', async () => {
  const made = await makeChecked();
  await addOwner(made);
  const today = service.clock.now.toISOString().slice(0, 10);
  service.advanceClock(1);
  const erasedAt = service.clock.now.toISOString();
  await service.deliver(personErased, { userId: made.actor.userId, contacts: [], erasedAt });
  expect(await endedOf(made)).toEqual([['person', 'left']]);
  expect((await verdict(made.claims.person))[0]).toBe('unknown');
  for (const query of ['', `?asOf=${today}`])
    expect(await cardsOf(made, query)).toEqual([['business_registered', 'Martin Électricité SARL']]);
  const { rows } = await sql`select from name_key where owner_id = ${made.actor.userId}`.execute(service.db);
  expect(rows).toHaveLength(0);
});

test('T1 a claim about an unknown subject, or a person without consent, publishes nobody', async () => {
  const owner = await makeActive(service, { location: { serviceArea: squareAround(lyon) } });
  await makeClaim(service, owner.id, { subjectId: randomUUID(), validUntil: inAYear() });
  const subjectId = await namePerson(service, owner);
  await makeClaim(service, owner.id, { subjectId, type: 'trade_qualification', validUntil: inAYear() });
  await setGate(service, 'open');
  const publish = () => transition(service, owner.actor, owner.id, 'publish');
  expect(await publish()).toMatchObject({ status: 409, body: { errors: [{ code: 'no_current_claim' }] } });
  const forced = service.db.pool.query(
    `update provider set publication = 'published', revision = revision + 1 where id = $1`,
    [owner.id],
  );
  await expect(forced).rejects.toThrow('no claim is current');
  await agree(owner.actor);
  expect((await publish()).status).toBe(200);
});
