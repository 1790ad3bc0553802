import { type OperatorRole, operatorPermissions } from '@trust/contracts/permissions';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Identity, member, newAddress, startIdentity } from '../../../test/service.ts';
import { changeRole } from '../roles/change-role.ts';

let identity: Identity;
beforeEach(async () => {
  identity = await startIdentity();
  identity.app.passkeys = { ...identity.app.passkeys, areRequired: false };
});
afterEach(() => identity[Symbol.asyncDispose]());

const reason = 'She leads the review team from Monday.';
const path = '/operations/role-requests';
const refused = { status: 400, body: { errors: [{ field: 'workName', code: 'not_allowed' }] } };

async function makeOperator(role: OperatorRole, workName: string) {
  const identifier = newAddress();
  await changeRole(identity.app, { action: 'grant', identifier, role, workName }, identity.clock.now);
  const { actor } = await member(identity, identifier);
  return { ...actor, permissions: [...operatorPermissions[role]] };
}
type Actor = Awaited<ReturnType<typeof makeOperator>>;
const fresh = (actor: Actor) => ({ ...actor, authenticatedAt: Math.floor(identity.clock.now.getTime() / 1000) });
const decide = (actor: Actor, id: string, decision = 'approve') =>
  identity.post(`${path}/${id}/approvals`, { actor: fresh(actor), body: { decision, reason } });

test('T9 while a role waits for approvals, another one is requested with the same work name', async () => {
  const security = await makeOperator('security', 'Security Owl');
  const approvers = [await makeOperator('supervisor', 'Heron'), await makeOperator('supervisor', 'Teal')] as const;
  const { actor } = await member(identity);
  const ask = (role: OperatorRole, workName?: string) =>
    identity.post(path, { actor: fresh(security), body: { userId: actor.userId, role, reason, workName } });
  const first = (await ask('reviewer', 'Lark')).body;
  expect(first).toMatchObject({ workName: 'Lark', currentWorkName: null });
  expect(await ask('decider', 'Robin')).toMatchObject(refused);
  expect(await decide(approvers[0], first.id, 'reject')).toMatchObject({ body: { state: 'rejected' } });
  const renamed = (await ask('decider', 'Robin')).body;
  expect(renamed).toMatchObject({ workName: 'Robin' });
  identity.advanceClock(72 * 3600);
  const again = (await ask('reviewer', 'Wren')).body;
  const second = (await ask('triage', 'Wren')).body;
  expect(second).toMatchObject({ workName: 'Wren' });
  for (const approver of approvers) await decide(approver, again.id);
  const { items } = (await identity.get(path, { actor: fresh(approvers[0]) })).body;
  expect(items.find(({ id }: { id: string }) => id === second.id)).toMatchObject({
    ...{ state: 'pending', workName: 'Wren', currentWorkName: 'Wren' },
  });
  expect(await decide(approvers[0], second.id)).toMatchObject({ body: { currentWorkName: 'Wren' } });
  expect(await ask('decider', 'Robin')).toMatchObject(refused);
  expect(await ask('decider')).toMatchObject({ status: 200, body: { workName: null, currentWorkName: 'Wren' } });
});

test('T9 the database refuses a request with another work name than the person has or waits for', async () => {
  const security = await makeOperator('security', 'Security Owl');
  const named = await makeOperator('reviewer', 'Lark');
  const { actor: waiting } = await member(identity);
  const body = { userId: waiting.userId, role: 'reviewer', reason, workName: 'Robin' };
  expect((await identity.post(path, { actor: fresh(security), body })).status).toBe(200);
  for (const { userId } of [named, waiting]) {
    const insert = sql`
      insert into role_request (id, person_id, role, reason, requested_by, requested_at, expires_at, work_name)
      select gen_random_uuid(), ${userId}, 'decider', ${reason}, ${security.userId}, at, at + interval '1 day', 'Wren'
      from (select ${identity.clock.now}::timestamptz as at) now`;
    await expect(insert.execute(identity.db)).rejects.toMatchObject({ constraint: 'one_requested_work_name' });
  }
});
