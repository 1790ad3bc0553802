import type { Actor } from '@trust/contracts/actor';
import { moderationRequested } from '@trust/contracts/events/customers';
import { moderationDecided } from '@trust/contracts/events/operations';
import { operator } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePublished, type Owner } from '../../../test/make.ts';
import { makeInteraction } from '../../../test/make-enquiry.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
let owner: Owner;
beforeAll(async () => {
  service = await startProvider({ connections: 4 });
  owner = await makePublished(service);
});
afterAll(() => service[Symbol.asyncDispose]());

const open = (actor: Actor, interactionId: string, reasonCode: string) =>
  service.post(`/interactions/${interactionId}/disputes`, {
    actor,
    body: { reasonCode, statement: 'Nobody came on the agreed day.' },
  });
const requestsOf = async (id: string) =>
  (await service.emitted(moderationRequested)).filter(({ subjectId }) => subjectId === id);

async function decide(subjectId: string, outcome: string, round = 1) {
  const occurredAt = service.clock.now.toISOString();
  await service.deliver(moderationDecided, {
    ...{ subjectId, kind: 'dispute', round, providerId: owner.id, outcome },
    ...{ reasonCode: 'statement_confirmed', occurredAt },
  });
}

async function makeDecided() {
  const { customer, interactionId } = await makeInteraction(service, owner);
  const { id } = (await open(customer, interactionId, 'no_show')).body;
  await decide(id, 'for_customer');
  return { customer, interactionId, id: id as string };
}

test('M3 what was decided for a reason is opened again by neither side, and the problem names it', async () => {
  const { customer, interactionId, id } = await makeDecided();
  for (const actor of [customer, owner.actor])
    expect(await open(actor, interactionId, 'no_show')).toMatchObject({
      status: 409,
      body: { type: 'http://trust.test/problems/state-conflict', existingId: id },
    });
  const { body } = await service.get('/account/disputes', { actor: customer });
  expect(body.items).toHaveLength(1);
  expect((await open(owner.actor, interactionId, 'price')).status).toBe(201);
});

test('M3 a withdrawn dispute is opened again for the same reason', async () => {
  const { customer, interactionId } = await makeInteraction(service, owner);
  const { id } = (await open(customer, interactionId, 'no_show')).body;
  await service.post(`/disputes/${id}/withdraw`, { actor: customer });
  expect((await open(customer, interactionId, 'no_show')).status).toBe(201);
});

test('Z3 a dispute for another reason names the decided ones, in every round, with their findings', async () => {
  const { customer, interactionId, id } = await makeDecided();
  const decidedOn = service.clock.now.toISOString().slice(0, 10);
  await service.post(`/disputes/${id}/appeals`, { actor: owner.actor, body: { statement: 'We were there at nine.' } });
  await decide(id, 'no_finding', 2);
  const later = (await open(owner.actor, interactionId, 'price')).body;
  expect(await requestsOf(id)).not.toContainEqual(expect.objectContaining({ earlierSubjectIds: expect.anything() }));
  expect(await requestsOf(later.id)).toMatchObject([{ round: 1, earlierSubjectIds: [id] }]);
  const found = { disputeId: id, reasonCode: 'no_show', outcome: 'no_finding', decidedOn };
  for (const actor of [operator('supervisor'), customer])
    expect((await service.get(`/disputes/${later.id}`, { actor })).body.earlierFindings).toEqual([found]);
  expect((await service.get(`/disputes/${id}`, { actor: customer })).body.earlierFindings).toEqual([]);
  await decide(later.id, 'for_customer');
  expect((await service.get(`/disputes/${id}`, { actor: customer })).body.earlierFindings).toEqual([]);
  await service.post(`/disputes/${later.id}/appeals`, {
    actor: owner.actor,
    body: { statement: 'The price was agreed.' },
  });
  expect((await requestsOf(later.id)).at(-1)).toMatchObject({ round: 2, earlierSubjectIds: [id] });
});

test('M3 the database rejects a second dispute for a reason that was decided', async () => {
  const { id } = await makeDecided();
  await expect(
    sql`insert into dispute (id, interaction_id, customer_id, provider_id, category_key, opened_by, reason_code, opened_at,
      response_due_at) select ${service.app.newId()}, interaction_id, customer_id, provider_id, category_key, 'provider',
      reason_code, now(), now() + interval '1 day' from dispute where id = ${id}`.execute(service.db),
  ).rejects.toThrow(/appealed, not disputed again/);
});
