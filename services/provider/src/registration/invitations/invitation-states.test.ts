import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOwner } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';
import { type InvitationState, transitions } from './states.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const states = Object.keys(transitions) as InvitationState[];

const moveTo = (id: string, state: InvitationState) =>
  sql`update invitation set state = ${state}, ended_at = case when ${state} = 'sent' then null else now() end,
    contact_key = case when ${state} = 'sent' then sha256('x') end,
    masked_identifier = case when ${state} = 'sent' then 'a' end where id = ${id}`.execute(service.db);

async function makeAt(state: InvitationState): Promise<string> {
  const owner = await makeOwner(service);
  const id = service.app.newId();
  await sql`insert into invitation (id, provider_id, role, contact_key, masked_identifier, invited_by, invited_at, expires_at)
    values (${id}, ${owner.id}, 'manager', sha256('x'), 'a', ${owner.actor.userId}, '2026-01-01', '2026-01-08')`.execute(
    service.db,
  );
  if (state !== 'sent') await moveTo(id, state);
  return id;
}

test('M1 the database lists exactly the transitions of an invitation', async () => {
  const rows = await service.db
    .selectFrom('allowed_transition')
    .select(['from_state', 'to_state'])
    .where('thing', '=', 'invitation')
    .execute();
  const listed = states.flatMap((from) => transitions[from].map((to) => `${from} ${to}`));
  expect(rows.map(({ from_state, to_state }) => `${from_state} ${to_state}`).sort()).toEqual(listed.sort());
});

test.each(states.flatMap((from) => states.map((to) => [from, to] as const)))(
  'M1 the database accepts the transition of an invitation from %s to %s only if it is listed',
  async (from, to) => {
    const id = await makeAt(from);
    const moved = moveTo(id, to);
    if (transitions[from].includes(to) || (from === 'sent' && to === 'sent')) await moved;
    else await expect(moved).rejects.toMatchObject({ code: '23001' });
  },
);

test('M1 the database rejects changes of an invitation’s other fields', async () => {
  const id = await makeAt('sent');
  for (const change of [sql`role = 'owner'`, sql`expires_at = '2030-01-01'`, sql`provider_id = gen_random_uuid()`])
    await expect(sql`update invitation set ${change} where id = ${id}`.execute(service.db)).rejects.toMatchObject({
      code: '42501',
    });
});
