import { randomUUID } from 'node:crypto';
import { openDb } from '@trust/service-kit/database/db';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Operations, startOperations } from '../../../test/service.ts';
import type { DB } from '../../db/schema.ts';

let operations: Operations;
let owner: ReturnType<typeof openDb<DB>>;
beforeAll(async () => {
  operations = await startOperations();
  owner = openDb<DB>({ url: operations.ownerUrl, max: 1 });
});
afterAll(async () => {
  await owner.destroy();
  await operations[Symbol.asyncDispose]();
});

const roles = [
  ['the app', () => operations.db],
  ['the owner', () => owner],
] as const;

async function insertOverride() {
  const [id, requester] = [randomUUID(), randomUUID()];
  await sql`insert into override_request (id, kind, action, reason, requester_id, requested_at, expires_at)
    values (${id}, 'publication-gate', 'open', 'a reason that is long enough', ${requester}, '2026-01-05T09:00Z', '2026-01-08T09:00Z')`.execute(
    operations.db,
  );
  return { id, requester };
}

const approval = (
  override: { id: string; requester: string },
  approver: string = randomUUID(),
  at = '2026-01-05T10:00Z',
) =>
  sql`insert into override_approval (id, override_id, requester_id, approver_id, decision, reason, decided_at)
    values (${randomUUID()}, ${override.id}, ${override.requester}, ${approver}, 'approve', 'a reason that is long enough', ${at})`;

const approve = (id: string) =>
  sql`update override_request set state = 'approved', ended_at = '2026-01-05T11:00Z' where id = ${id}`;
const openGate = (id: string | null) =>
  sql`insert into publication_gate (state, override_id, changed_at) values ('open', ${id}, now())`;

test.each(roles)(
  'Z3 %s cannot insert an approval by the requester, nor with a false requester id',
  async (_role, db) => {
    const override = await insertOverride();
    await expect(approval(override, override.requester).execute(db())).rejects.toThrow(
      'override_approval_not_by_requester',
    );
    await expect(approval({ ...override, requester: randomUUID() }, override.requester).execute(db())).rejects.toThrow(
      'override_approval_override_id_requester_id_fkey',
    );
  },
);

test.each(roles)('Z3 %s cannot insert two approvals by one operator', async (_role, db) => {
  const [override, approver] = [await insertOverride(), randomUUID()];
  await approval(override, approver).execute(db());
  await expect(approval(override, approver).execute(db())).rejects.toThrow('override_approval_once_each');
});

test.each(roles)('Z3 %s cannot approve without two approvals, nor after 72 hours', async (_role, db) => {
  const override = await insertOverride();
  await approval(override).execute(db());
  await expect(approve(override.id).execute(db())).rejects.toThrow('do not carry that outcome');
  await expect(approval(override, randomUUID(), '2026-01-08T09:00Z').execute(db())).rejects.toThrow(
    'no approvals any more',
  );
  await approval(override).execute(db());
  await approve(override.id).execute(db());
});

test.each(roles)('M1 %s cannot make a transition that is not allowed', async (_role, db) => {
  const override = await insertOverride();
  const born = sql`insert into override_request (id, kind, action, reason, requester_id, requested_at, expires_at, state, ended_at)
    select ${randomUUID()}, kind, action, reason, requester_id, requested_at, expires_at, 'approved', requested_at from override_request where id = ${override.id}`;
  await expect(born.execute(db())).rejects.toThrow('begins pending');
  for (const _each of [1, 2]) await approval(override).execute(db());
  await approve(override.id).execute(db());
  for (const to of ['pending', 'rejected']) {
    const back = sql`update override_request set state = ${to}, ended_at = case when ${to} = 'pending' then null else ended_at end where id = ${override.id}`;
    await expect(back.execute(db())).rejects.toThrow(/cannot go from|immutable/);
  }
});

test.each(roles)('Z3 %s can withdraw an override for its requester only', async (_role, db) => {
  const { id, requester } = await insertOverride();
  const withdrawBy = (by: string | null) =>
    sql`update override_request set state = 'withdrawn', ended_at = '2026-01-05T11:00Z', withdrawn_by = ${by} where id = ${id}`;
  for (const by of [null, randomUUID()])
    await expect(withdrawBy(by).execute(db())).rejects.toThrow('withdrawn_by_requester');
  await withdrawBy(requester).execute(db());
  await expect(approval({ id, requester }).execute(db())).rejects.toThrow('no approvals any more');
});

test.each(roles)('M2 %s cannot change or delete recorded rows', async (_role, db) => {
  const override = await insertOverride();
  await approval(override).execute(db());
  const refused = /permission denied|immutable|must be owner/;
  for (const statement of [
    sql`update override_approval set decision = 'reject'`,
    sql`delete from override_approval`,
    sql`truncate override_approval`,
    sql`update override_request set requester_id = ${randomUUID()}`,
    sql`update override_request set expires_at = expires_at + interval '1 hour'`,
    sql`delete from override_request`,
    sql`truncate override_request cascade`,
    sql`update publication_gate set state = 'open'`,
    sql`delete from publication_gate`,
    sql`truncate publication_gate`,
  ]) {
    await expect(statement.execute(db())).rejects.toThrow(refused);
  }
});

test.each(roles)('%s cannot open the gate without an approved override', async (_role, db) => {
  const override = await insertOverride();
  await expect(openGate(null).execute(db())).rejects.toThrow('by an approved override only');
  await expect(openGate(override.id).execute(db())).rejects.toThrow('by an approved override only');
});

test('M2 the guards apply to a superuser with session_replication_role = replica', async () => {
  const { superuserUrl } = inject('stack');
  const { pathname } = new URL(operations.ownerUrl);
  await using superuser = openDb<DB>({ url: Object.assign(new URL(superuserUrl), { pathname }).href, max: 1 });
  const override = await insertOverride();
  await approval(override).execute(operations.db);
  await sql`set session_replication_role = replica`.execute(superuser);
  for (const statement of [
    sql`update override_approval set decision = 'reject'`,
    sql`delete from override_request`,
    approve(override.id),
    openGate(override.id),
    sql`delete from publication_gate`,
    sql`truncate audit_entry`,
  ]) {
    await expect(statement.execute(superuser)).rejects.toThrow(/immutable|outcome|by an approved override only/);
  }
});

test('an approved override changes the gate once', async () => {
  const [opening, closing] = [await insertOverride(), await insertOverride()];
  for (const override of [opening, closing]) {
    for (const _each of [1, 2]) await approval(override).execute(operations.db);
    await approve(override.id).execute(operations.db);
  }
  await openGate(opening.id).execute(operations.db);
  await expect(openGate(closing.id).execute(operations.db)).rejects.toThrow('by an approved override only');
  const close = sql`insert into publication_gate (state, override_id, changed_at) values ('closed', ${opening.id}, now())`;
  await expect(close.execute(operations.db)).rejects.toThrow('by an approved override only');
});
