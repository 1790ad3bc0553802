import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inAYear, makeActive, makeClaim, makeOwner } from '../../test/make.ts';
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

async function expectRejected(text: string, values: unknown[], reason: RegExp): Promise<void> {
  await expect(asApp(text, values)).rejects.toThrow(reason);
  await expect(owner.query(text, values)).rejects.toThrow(reason);
}

test('M1 the database rejects publishing without the open gate and a current claim', async () => {
  const { id } = await makeActive(service);
  const text = `update provider set publication = 'published', revision = revision + 1 where id = $1`;
  await setGate(service, 'closed');
  await expectRejected(text, [id], /gate is closed/);
  await setGate(service, 'open');
  await expectRejected(text, [id], /no claim is current/);
  // Current at `changed_at` of the provider, ended by the clock.
  await makeClaim(service, id, { validUntil: new Date(Date.now() - 1000).toISOString() });
  await expectRejected(text, [id], /no claim is current/);
  await makeClaim(service, id, { validUntil: inAYear() });
  await asApp(text, [id]);
});

test('C3 the database rejects a change without a new revision', async () => {
  const { id } = await makeOwner(service);
  await expect(asApp(`update provider set summary = 'x' where id = $1`, [id])).rejects.toThrow(/new revision/);
});

test('the database rejects another kind of a provider that is no draft', async () => {
  const text = `update provider set kind = 'individual', revision = revision + 1 where id = $1`;
  await expectRejected(text, [(await makeActive(service)).id], /keeps its identity/);
  await asApp(text, [(await makeOwner(service)).id]);
});

test('M3 the database rejects a second active assignment of a person to a provider', async () => {
  const { id, actor } = await makeOwner(service);
  const again = `insert into representative values (gen_random_uuid(), $1, $2, 'manager', now())`;
  await expect(asApp(again, [id, actor.userId])).rejects.toThrow(/one_active_assignment/);
});
