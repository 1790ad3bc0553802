import type { Actor } from '@trust/contracts/actor';
import { notificationRequested } from '@trust/contracts/events/any';
import { contactConsentGiven, enquiryChanged, interactionRecorded } from '@trust/contracts/events/customers';
import { consentChanged, personErased } from '@trust/contracts/events/identity';
import { person, representative } from '@trust/service-testing/actors';
import { answered } from '@trust/service-testing/answered';
import { exportPersonalData } from '@trust/service-testing/personal-data';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePublished, transition } from '../../../test/make.ts';
import { answer, enquire, makeEnquiry, makeInteraction, verifyContact } from '../../../test/make-enquiry.ts';
import { pruneNow } from '../../../test/prune-now.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider({ connections: 10 });
});
afterAll(() => service[Symbol.asyncDispose]());

const day = 86_400;
const contacts = async (id: string) =>
  (await service.db.selectFrom('enquiry_contact').select('channel').where('enquiry_id', '=', id).execute()).length;
const notified = async (template: string) =>
  (await service.emitted(notificationRequested.provider)).filter((one) => one.template === template).at(-1);

test('an enquiry is accepted, discussed, handed off and closed; both sides are notified without its text', async () => {
  const owner = await makePublished(service);
  const { id, customer } = await makeEnquiry(service, owner);
  expect(await notified('enquiry_received')).toMatchObject({ userId: null, providerId: owner.id });
  expect((await service.emitted(contactConsentGiven)).at(-1)).toMatchObject({ userId: customer.userId });
  const listed = { items: [{ id, categoryKey: 'electrician', state: 'sent' }], nextCursor: null };
  expect((await service.get('/provider-workspace/me/enquiries', { actor: owner.actor })).body).toMatchObject(listed);
  expect((await service.get('/account/enquiries', { actor: customer })).body).toMatchObject({
    items: [{ id, publicProviderId: owner.publicId, state: 'sent', interactionId: null }],
  });

  expect(await answer(service, owner.actor, id, 'contact-handoff')).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining('Accept it first.') },
  });
  const accepted = await answer(service, owner.actor, id, 'accept');
  expect(accepted).toMatchObject({ status: 200, body: { state: 'accepted', contact: null, side: 'provider' } });
  expect(await notified('enquiry_accepted')).toMatchObject({ userId: customer.userId, data: { enquiryId: id } });
  expect(await answer(service, owner.actor, id, 'accept')).toMatchObject({ status: 400 });
  expect(await answer(service, customer, id, 'messages', { text: 'Today?' })).toMatchObject({
    status: 201,
    body: { author: 'customer', text: 'Today?' },
  });
  expect(await answer(service, owner.actor, id, 'messages', { text: 'Tomorrow.' })).toMatchObject({ status: 201 });

  const handed = await answer(service, owner.actor, id, 'contact-handoff');
  expect(handed).toMatchObject({
    status: 200,
    body: { state: 'handed_off', contact: { channel: 'email', identifier: 'lea@example.org', name: 'Léa' } },
  });
  const { interaction } = handed.body;
  expect((await service.emitted(interactionRecorded)).at(-1)).toMatchObject({ interactionId: interaction.id });
  const seen = (await service.get(`/enquiries/${id}`, { actor: customer })).body;
  expect(seen).toMatchObject({ side: 'customer', contact: null, interaction });
  expect(seen.messages.map(({ author }: { author: string }) => author)).toEqual(['customer', 'customer', 'provider']);

  expect(await answer(service, customer, id, 'close')).toMatchObject({
    status: 200,
    body: { state: 'closed', endedBy: 'customer' },
  });
  expect((await service.get(`/enquiries/${id}`, { actor: owner.actor })).body).toMatchObject({ contact: null });
  expect(await contacts(id)).toBe(0);
  expect(await answer(service, customer, id, 'messages', { text: 'Thanks.' })).toMatchObject({ status: 400 });
  const states = (await service.emitted(enquiryChanged)).filter(({ enquiryId }) => enquiryId === id);
  expect(states.map(({ state }) => state)).toEqual(['sent', 'accepted', 'handed_off', 'closed']);
  expect(JSON.stringify(await service.emitted(notificationRequested.provider))).not.toMatch(/sockets|lea@|Today/);
});

test('C1 of ten enquiries at once one is open; a closed one does not prevent the next', async () => {
  const { actor, publicId } = await makePublished(service);
  const customer = person();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => answered(() => enquire(service, publicId, customer))),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  const { id } = answers.find(({ status }) => status === 201)?.body ?? {};
  await answer(service, actor, id, 'accept');
  expect(await enquire(service, publicId, customer)).toMatchObject({ status: 409 });
  await answer(service, actor, id, 'close');
  expect(await enquire(service, publicId, customer)).toMatchObject({ status: 201 });
});

test('M4 an unanswered enquiry reads as expired after 7 days, and its contact is deleted', async () => {
  const { actor, publicId, id: providerId } = await makePublished(service);
  const { id, customer } = await makeEnquiry(service, { publicId });
  service.advanceClock(7 * day);
  expect((await service.get(`/enquiries/${id}`, { actor })).body).toMatchObject({
    state: 'expired',
    answerDueAt: null,
  });
  const listed = async (state: string) =>
    (await service.get(`/providers/${providerId}/enquiries?state=${state}`, { actor })).body.items.length;
  expect([await listed('sent'), await listed('expired')]).toEqual([0, 1]);
  for (const [verb, body] of [
    ['accept'],
    ['decline', { reasonCode: 'other' }],
    ['close'],
    ['messages', { text: 'Hello.' }],
  ] as const)
    expect([verb, (await answer(service, actor, id, verb, body)).status]).toEqual([verb, 400]);
  await pruneNow(service);
  expect(await contacts(id)).toBe(0);
  expect(await enquire(service, publicId, customer)).toMatchObject({ status: 201 });
});

test('P4 the database discloses no contact without an interaction, and no handoff works without consent', async () => {
  const owner = await makePublished(service);
  const { id, customer } = await makeEnquiry(service, owner);
  await answer(service, owner.actor, id, 'accept');
  expect((await sql`select * from disclosed_contact(${id})`.execute(service.db)).rows).toEqual([]);
  await expect(sql`select identifier from enquiry_contact`.execute(service.db)).rejects.toThrow(/permission denied/);
  await expect(sql`update enquiry set state = 'handed_off' where id = ${id}`.execute(service.db)).rejects.toThrow(
    /with an interaction/,
  );
  const occurredAt = service.clock.now.toISOString();
  const withdrawal = { policyKey: 'contact-sharing', version: '2026-11', granted: false, occurredAt } as const;
  await service.deliver(consentChanged, { ...withdrawal, userId: customer.userId });
  expect(await answer(service, owner.actor, id, 'contact-handoff')).toMatchObject({ status: 409 });
  const { rows } = await sql`select 1 from interaction where enquiry_id = ${id}`.execute(service.db);
  expect(rows).toEqual([]);
});

test('P4 a repeated handoff returns the contact while it is stored, with one interaction, and not after', async () => {
  const owner = await makePublished(service);
  const { id, customer } = await makeEnquiry(service, owner);
  await answer(service, owner.actor, id, 'accept');
  const headers = { 'idempotency-key': 'one handoff' };
  const handOff = () => service.post(`/enquiries/${id}/contact-handoff`, { actor: owner.actor, headers });
  const answers = await Promise.all(Array.from({ length: 4 }, handOff));
  expect(answers.map(({ status, body }) => [status, body.contact?.identifier])).toEqual(
    answers.map(() => [200, 'lea@example.org']),
  );
  expect(new Set(answers.map(({ body }) => body.interaction.id)).size).toBe(1);
  await answer(service, customer, id, 'close');
  const late = await handOff();
  expect(late).toMatchObject({ status: 400 });
  expect(JSON.stringify(late.body)).not.toContain('lea@');
});

test('P4 a handoff that fails before its commit leaves neither interaction nor response', async () => {
  const owner = await makePublished(service);
  const { id } = await makeEnquiry(service, owner);
  await answer(service, owner.actor, id, 'accept');
  const { transact } = service.db;
  // The process is killed after the row is written and the contact is read.
  service.db.transact = (work) =>
    transact.call(service.db, async (trx) => {
      await work(trx);
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx).catch(() => {});
      throw Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' });
    }) as never;
  const { status, body } = await answer(service, owner.actor, id, 'contact-handoff');
  service.db.transact = transact;
  expect([status, JSON.stringify(body).includes('lea@')]).toEqual([503, false]);
  expect((await service.get(`/enquiries/${id}`, { actor: owner.actor })).body).toMatchObject({
    state: 'accepted',
    interaction: null,
  });
  expect(await answer(service, owner.actor, id, 'contact-handoff')).toMatchObject({ status: 200 });
});

test('D2 strangers, other providers and contributors get no enquiry', async () => {
  const owner = await makePublished(service);
  const other = await makePublished(service);
  const { id } = await makeEnquiry(service, owner);
  for (const actor of [person(), other.actor]) {
    expect(await service.get(`/enquiries/${id}`, { actor })).toMatchObject({ status: 404 });
    for (const verb of ['accept', 'contact-handoff', 'close'])
      expect(await answer(service, actor, id, verb)).toMatchObject({ status: 404 });
  }
  const contributor = representative(owner.id, 'contributor');
  const row = { provider_id: owner.id, user_id: contributor.userId, assigned_at: service.clock.now };
  await service.db
    .insertInto('representative')
    .values({ ...row, id: service.app.newId(), role: 'contributor' })
    .execute();
  expect(await service.get(`/enquiries/${id}`, { actor: contributor })).toMatchObject({ status: 403 });
  expect(await answer(service, contributor, id, 'close')).toMatchObject({ status: 403 });
  // A second assignment: the selected workspace decides.
  const assigned = { provider_id: other.id, user_id: owner.actor.userId, assigned_at: service.clock.now };
  await service.db
    .insertInto('representative')
    .values({ ...assigned, id: service.app.newId(), role: 'manager' })
    .execute();
  const read = async (workspaceProviderId?: string) =>
    (
      await service.get(`/enquiries/${id}`, {
        actor: { ...owner.actor, ...(workspaceProviderId && { workspaceProviderId }) },
      })
    ).status;
  expect([await read(), await read(owner.id), await read(other.id)]).toEqual([409, 200, 404]);
});

test('Z2 an enquiry needs a new choice after the chosen workspace ended, also with one assignment left', async () => {
  const owner = await makePublished(service);
  const { id } = await makeEnquiry(service, owner);
  const read = async (choice: object) =>
    (await service.get(`/enquiries/${id}`, { actor: { ...owner.actor, ...choice } })).status;
  expect(await read({})).toBe(200);
  const { assignments: unheard } = representative(service.app.newId());
  const ended = [{ hasEndedWorkspace: true }, { workspaceProviderId: service.app.newId() }, { assignments: unheard }];
  for (const choice of ended) expect(await read(choice)).toBe(409);
});

test('refuses enquiries to own, unknown, unpublished and paused providers', async () => {
  const { actor, publicId, id } = await makePublished(service);
  expect(await enquire(service, publicId, actor)).toMatchObject({
    status: 409,
    body: { detail: 'You represent this provider, so you cannot send it an enquiry.' },
  });
  expect(await enquire(service, publicId, person(), { categoryKey: 'plumber' })).toMatchObject({ status: 404 });
  expect(await enquire(service, '2'.repeat(22), person())).toMatchObject({ status: 404 });
  const contact = { channel: 'email', identifier: 'lea', consent: true };
  expect(await enquire(service, publicId, person(), { contact })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'contact.identifier', code: 'invalid_format' }] },
  });
  await service.put('/provider-workspace/me/availability/electrician', { actor, body: { state: 'paused' } });
  expect((await service.get(`/public/providers/${publicId}/availability`)).body).toEqual({
    publicProviderId: publicId,
    items: [{ categoryKey: 'electrician', state: 'paused', nextAvailableAt: null }],
    nextCursor: null,
  });
  expect(await enquire(service, publicId, person())).toMatchObject({ status: 409 });
  await transition(service, actor, id, 'unpublish');
  expect(await enquire(service, publicId, person())).toMatchObject({ status: 404 });
  expect(await service.get(`/public/providers/${publicId}/availability`)).toMatchObject({ status: 404 });
});

test('a declined enquiry has a reason, a last message and no contact; an enquiry has at most 50 messages', async () => {
  const { actor, publicId } = await makePublished(service);
  const { id, customer } = await makeEnquiry(service, { publicId });
  const message = 'I am on holiday.';
  const declined = await answer(service, actor, id, 'decline', { reasonCode: 'no_capacity', message });
  expect(declined.body).toMatchObject({ state: 'declined', declineReason: 'no_capacity', endedBy: 'provider' });
  expect((await service.get(`/enquiries/${id}`, { actor: customer })).body.messages.at(-1).text).toBe(message);
  expect(await contacts(id)).toBe(0);

  const full = await makeEnquiry(service, { publicId });
  await sql`insert into enquiry_message (enquiry_id, number, id, author, author_id, text, sent_at)
    select ${full.id}, n, gen_random_uuid(), 'customer', gen_random_uuid(), 'x', now() from generate_series(2, 50) n`.execute(
    service.db,
  );
  expect(await answer(service, actor, full.id, 'messages', { text: 'Too many.' })).toMatchObject({ status: 409 });
});

test('L1 enquiries are limited by person, device and network, and refused ones cost no point', async () => {
  await using limited = await startProvider({
    limits: { enquiry: 1, 'enquiry-device': 1, 'enquiry-network': 2, 'profile-mutation': 100 },
  });
  const { publicId } = await makePublished(limited);
  const from = async (actor: Actor, device: string, ip: string, message = 'Two sockets give no power.') => {
    await verifyContact(limited, actor);
    const { status } = await limited.post('/enquiries', {
      actor,
      headers: { 'idempotency-key': crypto.randomUUID(), 'x-device-id': device.repeat(16), 'x-forwarded-for': ip },
      body: {
        publicProviderId: publicId,
        categoryKey: 'electrician',
        message,
        contact: { channel: 'email', identifier: 'lea@example.org', consent: true },
      },
    });
    return status;
  };
  const customer = person();
  const [here, there] = ['203.0.113.9', '203.0.113.10'] as const;
  expect(await from(customer, 'd', here, 'Short')).toBe(400);
  expect(await from(customer, 'd', here)).toBe(201);
  expect(await from(customer, 'e', there)).toBe(429);
  expect(await from(person(), 'd', there)).toBe(429);
  expect(await from(person(), 'f', here)).toBe(201);
  expect(await from(person(), 'g', here)).toBe(429);
});

test('P2 a person exports and erases what they wrote and gave; ids remain', async () => {
  const owner = await makePublished(service);
  const { id, customer } = await makeInteraction(service, owner);
  const exported = async () => (await exportPersonalData(service, 'provider', customer.userId)).file.enquiries;
  expect(await exported()).toMatchObject([
    { id, contact: { identifier: 'lea@example.org' }, messages: [{ text: expect.stringContaining('sockets') }] },
  ]);
  await service.deliver(personErased, {
    userId: customer.userId,
    contacts: [],
    erasedAt: service.clock.now.toISOString(),
  });
  expect(await exported()).toMatchObject([{ id, state: 'closed', contact: null, messages: [] }]);
  expect((await service.get(`/enquiries/${id}`, { actor: owner.actor })).body).toMatchObject({
    contact: null,
    messages: [],
  });
});
