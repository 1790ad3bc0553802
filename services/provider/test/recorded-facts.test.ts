import { expectImmutable } from '@trust/service-testing/immutable';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { makeClaim, makePublished, transition } from './make.ts';
import { type ProviderService, startProvider } from './service.ts';

let service: ProviderService;
let attacks: string[];
let closed: string;
beforeAll(async () => {
  service = await startProvider();
  const { actor, id } = await makePublished(service);
  await makeClaim(service, id);
  await service.delete('/provider-workspace/me/services/electrician', { actor });
  await transition(service, actor, id, 'close');
  closed = id;
  const its = `provider_id = '${id}'`;
  const selection = `service_selection where ${its}`;
  attacks = [
    `update provider_transition set actor_id = actor_id where ${its}`,
    `delete from provider_transition where ${its}`,
    'truncate provider_transition cascade',
    `insert into provider_transition select * from provider_transition where ${its} on conflict (id) do update set at = now()`,
    `merge into provider_transition t using (select * from provider_transition where ${its}) s on t.id = s.id when matched then delete`,
    `update representative set ended_at = null where ${its}`,
    `update representative set role = 'owner' where ${its}`,
    `delete from representative where ${its}`,
    `update service_selection set removed_at = removed_at + interval '1 second' where ${its}`,
    `update service_selection set state = 'active', removed_at = null where ${its}`,
    `update service_selection set category_key = 'plumber' where ${its}`,
    `delete from service_selection where ${its}`,
    `merge into service_selection t using (select * from ${selection}) s on t.id = s.id when matched then update set state = 'active', removed_at = null`,
    `update requirement_version set policy_version = policy_version || 'x' where state = 'active'`,
    `update requirement_version set takes_effect_on = '2030-01-01' where state = 'active'`,
    'delete from requirement_version',
    'truncate requirement_version cascade',
    `update claim_version set limitations = '{none}'`,
    'delete from claim_version',
    'truncate claim_version',
    `update display_name set state = 'withdrawn' where ${its}`,
    `update display_name set ended_at = now() where ${its}`,
    `delete from display_name where ${its}`,
    'truncate display_name',
    `update limitation_text set fr = 'Rien.'`,
    'delete from limitation_text',
    'truncate limitation_text',
    `update provider set display_name = 'Other', revision = revision + 1 where id = '${id}'`,
    `update provider set state = 'active', revision = revision + 1 where id = '${id}'`,
    `delete from provider where id = '${id}'`,
    `merge into provider t using (select * from provider where id = '${id}') s on t.id = s.id when matched then delete`,
  ];
});
afterAll(() => service[Symbol.asyncDispose]());

test('M2 recorded facts cannot be changed by the app role, the owner or a superuser in replica mode', async () => {
  const { pathname } = new URL(service.ownerUrl);
  const superuser = Object.assign(new URL(inject('stack').superuserUrl), { pathname }).href;
  for (const [connectionString, before] of [
    [service.urls.app, ''],
    [service.ownerUrl, ''],
    [superuser, 'set session_replication_role = replica'],
  ] as const) {
    const client = new pg.Client({ connectionString });
    await client.connect();
    if (before) await client.query(before);
    for (const attack of attacks)
      await expect(client.query(attack), `${new URL(connectionString).username}: ${attack}`).rejects.toThrow(
        /immutable|can only|never deleted|cannot change|cannot go from|permission denied/,
      );
    await client.end();
  }
});

test('M2 no statement changes recorded facts or weakens their guards', async () => {
  const its = `provider_id = '${closed}'`;
  await expectImmutable(
    service.urls,
    [
      { table: 'provider', where: `id = '${closed}'`, key: 'id', change: `display_name = 'Other'` },
      { table: 'provider_transition', where: its, key: 'id', change: `at = now()` },
      { table: 'representative', where: its, key: 'id', change: `role = 'owner'` },
      { table: 'service_selection', where: `${its} and state = 'removed'`, key: 'id', change: `removed_at = now()` },
      { table: 'requirement_version', where: `state = 'active'`, key: 'id', change: `number = 99` },
      { table: 'claim_version', where: 'true', key: 'position', change: `limitations = '{none}'` },
    ],
    /immutable|can only|never deleted|cannot change|cannot go from|begins|permission denied|must be|sealed/,
  );
});
