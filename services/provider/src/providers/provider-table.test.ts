import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { makeActive, makeOwner, makePublished, transition } from '../../test/make.ts';
import { type ProviderService, setGate, startProvider } from '../../test/service.ts';

let service: ProviderService;
let owner: pg.Client;
beforeAll(async () => {
  service = await startProvider();
  owner = new pg.Client({ connectionString: service.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await service[Symbol.asyncDispose]();
});

const asApp = (text: string, values: unknown[]) => service.db.pool.query(text, values);

/** Neither the role of the service nor that of the migrations may. */
async function expectRefused(text: string, values: unknown[], reason: RegExp): Promise<void> {
  await expect(asApp(text, values)).rejects.toThrow(reason);
  await expect(owner.query(text, values)).rejects.toThrow(reason);
}

test('M1 a provider cannot be moved to where no transition leads, by neither role', async () => {
  const { id } = await makeOwner(service);
  const active = await makeActive(service);
  for (const [provider, state] of [
    [id, 'suspended'],
    [active.id, 'draft'],
  ]) {
    const text = 'update provider set state = $2::provider_state, revision = revision + 1 where id = $1';
    await expectRefused(text, [provider, state], /cannot go from/);
  }
});

test('M1 publication needs the open gate and a current claim, whatever code asks for it', async () => {
  const { id } = await makeActive(service);
  const text = `update provider set publication = 'published', revision = revision + 1 where id = $1`;
  await setGate(service, 'closed');
  await expectRefused(text, [id], /gate is closed/);
  await setGate(service, 'open');
  await expectRefused(text, [id], /no claim is current/);
});

test('M2 a closed provider cannot change, and no provider can vanish', async () => {
  const { id, actor } = await makePublished(service);
  await transition(service, actor, id, 'close');
  const rename = `update provider set display_name = 'Other', revision = revision + 1 where id = $1`;
  await expectRefused(rename, [id], /closed provider cannot change/);
  await expect(owner.query('delete from provider where id = $1', [id])).rejects.toThrow(/immutable/);
  await expect(asApp('delete from provider where id = $1', [id])).rejects.toThrow(/permission denied/);
});

test('C3 a change without a new revision is refused by the table', async () => {
  const { id } = await makeOwner(service);
  await expect(asApp(`update provider set summary = 'x' where id = $1`, [id])).rejects.toThrow(/new revision/);
});

test('M2 recorded transitions and assignments cannot be rewritten, deleted or truncated', async () => {
  const { id, actor } = await makePublished(service);
  const changes = [
    `update provider_transition set actor_id = gen_random_uuid() where provider_id = $1`,
    'delete from provider_transition where provider_id = $1',
    `update representative set role = 'manager' where provider_id = $1`,
    'delete from representative where provider_id = $1',
  ];
  for (const text of changes) {
    await expect(asApp(text, [id])).rejects.toThrow(/permission denied/);
    await expect(owner.query(text, [id])).rejects.toThrow(/immutable|can only end/);
  }
  await expect(owner.query('truncate provider_transition')).rejects.toThrow(/immutable/);
  await transition(service, actor, id, 'close');
  const reopen = 'update representative set ended_at = null where provider_id = $1';
  await expectRefused(reopen, [id], /can only end/);
});

test('M2 the guards hold for a session that replicates as well', async () => {
  const { id } = await makePublished(service);
  const { pathname } = new URL(service.ownerUrl);
  const superuser = new pg.Client({
    connectionString: Object.assign(new URL(inject('stack').superuserUrl), { pathname }).href,
  });
  await superuser.connect();
  await superuser.query(`set session_replication_role = 'replica'`);
  const change = superuser.query('update provider_transition set at = now() where provider_id = $1', [id]);
  await expect(change).rejects.toThrow(/immutable/);
  await expect(superuser.query(`update provider set state = 'draft' where id = $1`, [id])).rejects.toThrow(
    /cannot go from/,
  );
  await superuser.end();
});

test('M3 a person represents a provider once at a time', async () => {
  const { id, actor } = await makeOwner(service);
  const again = `insert into representative values (gen_random_uuid(), $1, $2, 'manager', now())`;
  await expect(asApp(again, [id, actor.userId])).rejects.toThrow(/one_active_assignment/);
});
