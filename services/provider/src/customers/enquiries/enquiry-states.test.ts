import { EnquiryState } from '@trust/contracts/events/customers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOwner, type Owner } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';
import { transitions } from './states.ts';

let service: ProviderService;
let owner: Owner;
beforeAll(async () => {
  service = await startProvider();
  owner = await makeOwner(service);
});
afterAll(() => service[Symbol.asyncDispose]());

const pathsTo: Record<EnquiryState, EnquiryState[]> = {
  sent: [],
  accepted: ['accepted'],
  handed_off: ['accepted', 'handed_off'],
  closed: ['closed'],
  declined: ['declined'],
  expired: ['expired'],
};

async function makeAt(state: EnquiryState): Promise<string> {
  const id = service.app.newId();
  await sql`insert into enquiry (id, customer_id, provider_id, category_key, sent_at, answer_due_at)
    values (${id}, gen_random_uuid(), ${owner.id}, 'electrician', '2026-01-01', '2026-01-08')`.execute(service.db);
  await sql`insert into interaction
    select gen_random_uuid(), id, customer_id, provider_id, category_key, '2026-11', sent_at, customer_id, sent_at
    from enquiry where id = ${id}`.execute(service.db);
  for (const next of pathsTo[state]) await moveTo(id, next);
  return id;
}

const moveTo = (id: string, state: EnquiryState) =>
  sql`update enquiry set state = ${state},
    ended_at = case when ${transitions[state].length === 0}::boolean then sent_at end,
    ended_by = case when ${state}::text in ('closed', 'declined') then 'provider' end,
    decline_reason = case when ${state}::text = 'declined' then 'other' end where id = ${id}`.execute(service.db);

test('M1 the database lists exactly the transitions of an enquiry', async () => {
  const { rows } = await sql<{ move: string }>`
    select from_state || ' ' || to_state as move from allowed_transition where thing = 'enquiry'`.execute(service.db);
  const listed = EnquiryState.options.flatMap((from) => transitions[from].map((to) => `${from} ${to}`));
  expect(rows.map(({ move }) => move).sort()).toEqual(listed.sort());
});

test('M1 M2 the database accepts the listed transitions of an enquiry only', async () => {
  for (const from of EnquiryState.options)
    for (const to of EnquiryState.options) {
      const moved = moveTo(await makeAt(from), to).then(
        () => 'moved',
        (error) => error.code,
      );
      const isOpen = transitions[from].length > 0;
      const expected = transitions[from].includes(to) || (from === to && isOpen) ? 'moved' : '23001';
      expect([from, to, await moved]).toEqual([from, to, expected]);
    }
});

test('M2 M3 the database rejects other changes of an enquiry and its interaction, and a second open one', async () => {
  const id = await makeAt('sent');
  for (const change of [sql`customer_id = gen_random_uuid()`, sql`answer_due_at = '2030-01-01'`])
    await expect(sql`update enquiry set ${change} where id = ${id}`.execute(service.db)).rejects.toMatchObject({
      code: '42501',
    });
  for (const attack of [`delete from enquiry`, `update interaction set recorded_at = now()`, `delete from interaction`])
    await expect(service.db.pool.query(attack)).rejects.toThrow(/permission denied/);
  const copy = sql`insert into enquiry (id, customer_id, provider_id, category_key, sent_at, answer_due_at)
    select gen_random_uuid(), customer_id, provider_id, category_key, sent_at, answer_due_at from enquiry where id = ${id}`;
  await expect(copy.execute(service.db)).rejects.toMatchObject({ constraint: 'enquiry_one_open' });
  await moveTo(id, 'closed');
  await expect(
    sql`insert into enquiry_message values (${id}, 1, gen_random_uuid(), 'customer', gen_random_uuid(), 'x', now())`.execute(
      service.db,
    ),
  ).rejects.toThrow(/takes no message/);
});
