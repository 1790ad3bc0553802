import type { Actor } from '@trust/contracts/actor';
import { notificationRequested } from '@trust/contracts/events/any';
import { DisputeState, moderationRequested, moderationWithdrawn } from '@trust/contracts/events/customers';
import { moderationDecided } from '@trust/contracts/events/operations';
import { operator, person } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePublished, type Owner } from '../../../test/make.ts';
import { makeInteraction } from '../../../test/make-enquiry.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';
import { transitions } from './states.ts';

let service: ProviderService;
let owner: Owner;
beforeAll(async () => {
  service = await startProvider({ connections: 5 });
  owner = await makePublished(service);
});
afterAll(() => service[Symbol.asyncDispose]());

const open = (actor: Actor, interactionId: string) =>
  service.post(`/interactions/${interactionId}/disputes`, {
    actor,
    body: { reasonCode: 'no_show', statement: 'Nobody came on the agreed day.' },
  });
const act = (actor: Actor, id: string, verb: string, body?: object) =>
  service.post(`/disputes/${id}/${verb}`, { actor, ...(body && { body }) });
const state = (text: string) => ({ text });

async function makeDispute() {
  const { customer, interactionId } = await makeInteraction(service, owner);
  const { body } = await open(customer, interactionId);
  return { customer, interactionId, id: body.id as string };
}

async function decide(subjectId: string, outcome: string, round = 1) {
  const occurredAt = service.clock.now.toISOString();
  await service.deliver(moderationDecided, {
    ...{ subjectId, kind: 'dispute', round, providerId: owner.id, outcome },
    ...{ reasonCode: 'statement_confirmed', occurredAt },
  });
}

test('a side makes at most five statements, and cannot use up those of the other', async () => {
  const { customer, id } = await makeDispute();
  const statuses = async (actor: Actor, count: number) => {
    const made: number[] = [];
    for (let index = 0; index < count; index++)
      made.push((await act(actor, id, 'statements', state(`Statement ${index}.`))).status);
    return made;
  };
  expect(await statuses(customer, 5)).toEqual([201, 201, 201, 201, 409]);
  expect(await statuses(owner.actor, 6)).toEqual([201, 201, 201, 201, 201, 409]);
});

test('both sides make statements, an operator decides, and one side appeals once', async () => {
  const { customer, id, interactionId } = await makeDispute();
  expect(await open(owner.actor, interactionId)).toMatchObject({ status: 409 });
  expect((await service.get('/account/disputes', { actor: customer })).body.items).toMatchObject([
    { id, state: 'awaiting_response', openedBy: 'customer', publicProviderId: owner.publicId },
  ]);
  const requested = async () => (await service.emitted(moderationRequested)).filter((one) => one.subjectId === id);
  const dueAt = new Date(service.clock.now.getTime() + 14 * 86_400_000).toISOString();
  expect(await requested()).toMatchObject([{ kind: 'dispute', readyAt: dueAt }]);
  expect(await act(owner.actor, id, 'statements', state('I was ill and I called the day before.'))).toMatchObject({
    status: 201,
    body: { state: 'under_review', responseDueAt: null, statements: [{ side: 'customer' }, { side: 'provider' }] },
  });
  expect((await requested()).at(-1)).toMatchObject({ round: 1, readyAt: service.clock.now.toISOString() });
  expect(await act(customer, id, 'appeals', { statement: 'Not decided at all.' })).toMatchObject({ status: 400 });
  await decide(id, 'for_provider');
  expect((await service.get(`/disputes/${id}`, { actor: customer })).body).toMatchObject({
    state: 'resolved',
    outcome: 'for_provider',
    decisionReason: 'statement_confirmed',
    appeal: null,
  });
  expect(await act(customer, id, 'statements', state('One more thing to say.'))).toMatchObject({ status: 400 });
  const appeal = { statement: 'The call is not in my list of calls.' };
  expect(await act(customer, id, 'appeals', appeal)).toMatchObject({
    status: 201,
    body: { appeal: { state: 'open' } },
  });
  expect(await act(customer, id, 'appeals', appeal)).toMatchObject({ status: 409 });
  await decide(id, 'no_finding', 2);
  expect((await service.get(`/disputes/${id}`, { actor: owner.actor })).body).toMatchObject({
    outcome: 'for_provider',
    appeal: { state: 'decided', outcome: 'no_finding' },
  });
  const sent = (await service.emitted(notificationRequested.provider)).filter(({ data }) => data.disputeId === id);
  expect(sent.map(({ template }) => template)).toEqual([
    ...['dispute_opened', 'dispute_statement', ...Array(4).fill('dispute_resolved')],
  ]);
});

test.each(['for_customer', 'for_provider'] as const)(
  'a dispute decided %s is appealed by the side that lost',
  async (outcome) => {
    const { customer, id } = await makeDispute();
    service.advanceClock(14 * 86_400);
    await decide(id, outcome);
    const appeal = { statement: 'We appeal, to be sure.' };
    const [winner, loser] = outcome === 'for_customer' ? [customer, owner.actor] : [owner.actor, customer];
    expect(await act(winner, id, 'appeals', appeal)).toMatchObject({ status: 400 });
    expect(await act(loser, id, 'appeals', appeal)).toMatchObject({ status: 201 });
  },
);

test('M4 a dispute without a response is under review once that was due', async () => {
  const { customer, id } = await makeDispute();
  service.advanceClock(14 * 86_400);
  expect((await service.get(`/disputes/${id}`, { actor: customer })).body).toMatchObject({ state: 'under_review' });
  await decide(id, 'for_customer');
  expect((await service.get(`/disputes/${id}`, { actor: customer })).body).toMatchObject({ outcome: 'for_customer' });
});

test('only the side that opened a dispute withdraws it, and the next can be opened', async () => {
  const { customer, id, interactionId } = await makeDispute();
  expect(await act(owner.actor, id, 'withdraw')).toMatchObject({ status: 409 });
  expect(await act(customer, id, 'withdraw')).toMatchObject({ status: 200, body: { state: 'withdrawn' } });
  expect((await service.emitted(moderationWithdrawn)).at(-1)).toMatchObject({ subjectId: id, round: 1 });
  const answers = await Promise.all([open(customer, interactionId), open(owner.actor, interactionId)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
});

test('D2 only both sides and operators who manage disputes read a dispute', async () => {
  const { customer, id, interactionId } = await makeDispute();
  const other = await makePublished(service);
  const read = async (actor: Actor) => (await service.get(`/disputes/${id}`, { actor })).status;
  expect(await Promise.all([customer, owner.actor, operator('supervisor')].map(read))).toEqual([200, 200, 200]);
  expect(await Promise.all([person(), other.actor, operator('reviewer')].map(read))).toEqual([404, 404, 404]);
  expect(await open(other.actor, interactionId)).toMatchObject({ status: 404 });
  const listed = await service.get(`/providers/${owner.id}/disputes?limit=1`, { actor: owner.actor });
  expect(listed.body).toMatchObject({ items: [{ id }], nextCursor: expect.any(String) });
});

test('M1 M2 the database accepts the listed transitions of a dispute only', async () => {
  const paths: Record<DisputeState, DisputeState[]> = {
    open: [],
    awaiting_response: ['awaiting_response'],
    under_review: ['awaiting_response', 'under_review'],
    resolved: ['awaiting_response', 'under_review', 'resolved'],
    withdrawn: ['withdrawn'],
  };
  const move = (id: string, to: DisputeState) =>
    sql`update dispute set state = ${to}, ended_at = case when ${transitions[to].length === 0}::boolean then opened_at end,
      outcome = case when ${to}::text = 'resolved' then 'no_finding' end where id = ${id}`.execute(service.db);
  for (const from of DisputeState.options)
    for (const to of DisputeState.options) {
      const { interactionId } = await makeInteraction(service, owner);
      const id = service.app.newId();
      await sql`insert into dispute (id, interaction_id, customer_id, provider_id, category_key, opened_by, reason_code, opened_at,
        response_due_at) select ${id}, id, customer_id, provider_id, category_key, 'customer', 'other', now(), now() + interval '1 day'
        from interaction where id = ${interactionId}`.execute(service.db);
      for (const next of paths[from]) await move(id, next);
      const moved = await move(id, to).then(
        () => true,
        () => false,
      );
      const isOpen = transitions[from].length > 0;
      expect([from, to, moved]).toEqual([from, to, transitions[from].includes(to) || (from === to && isOpen)]);
      if (transitions[moved ? to : from].length > 0) await move(id, 'withdrawn');
    }
  const { rows } = await sql<{ move: string }>`
    select from_state || ' ' || to_state as move from allowed_transition where thing = 'dispute'`.execute(service.db);
  const listed = DisputeState.options.flatMap((from) => transitions[from].map((to) => `${from} ${to}`));
  expect(rows.map(({ move }) => move).sort()).toEqual(listed.sort());
});

test('each side opens two disputes about an interaction, withdrawn ones too, within 12 months', async () => {
  const { customer, interactionId, id } = await makeDispute();
  expect((await act(customer, id, 'withdraw')).status).toBe(200);
  const again = await open(customer, interactionId);
  expect(again.status).toBe(201);
  expect((await act(customer, again.body.id, 'withdraw')).status).toBe(200);
  expect(await open(customer, interactionId)).toMatchObject({ status: 409 });
  const other = await open(owner.actor, interactionId);
  expect(other.status).toBe(201);
  expect((await act(owner.actor, other.body.id, 'withdraw')).status).toBe(200);
  const { recorded_at } = await service.db
    .selectFrom('interaction')
    .select('recorded_at')
    .where('id', '=', interactionId)
    .executeTakeFirstOrThrow();
  const now = service.clock.now;
  service.clock.now = new Date(recorded_at.getTime() + 366 * 86_400_000);
  const late = await open(owner.actor, interactionId);
  service.clock.now = now;
  expect(late).toMatchObject({ status: 409, body: { detail: expect.stringContaining('12 months') } });
});
