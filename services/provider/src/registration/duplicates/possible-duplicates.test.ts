import { possibleDuplicateFound } from '@trust/contracts/events/provider';
import { operator, person } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeActive, type Owner, transition } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';
import { possibleDuplicatesOf } from './possible-duplicates.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider({ connections: 4 });
});
afterAll(() => service[Symbol.asyncDispose]());

const supervisor = operator('supervisor');
const other = () => `Provider ${crypto.randomUUID()}`;
const named = (displayName = other()) => makeActive(service, { displayName });
const announced = async ({ id }: Owner) =>
  (await service.get(`/providers/${id}`, { actor: supervisor })).body.possibleDuplicates.map(
    (one: { id: string; same: string[] }) => [one.id, one.same.join()],
  );
const heard = async ({ id }: Owner) =>
  (await service.emitted(possibleDuplicateFound))
    .filter(({ providerId }) => providerId === id)
    .map(({ otherProviderId, same }) => [otherProviderId, same.join()]);
const register = (actor: Owner['actor'], displayName = other()) =>
  service.post('/providers', {
    actor,
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: { displayName, kind: 'organisation', operatingModel: 'travels' },
  });
const invite = ({ actor, id }: Owner, identifier: string) =>
  service.post(`/providers/${id}/representatives`, { actor, body: { channel: 'sms', identifier, role: 'manager' } });

test('a present or past representative of two providers is a common contact, whose identity is hidden', async () => {
  const first = await named();
  const { body } = await register(first.actor);
  const second = { actor: first.actor, id: body.id, publicId: body.publicProviderId };
  expect(await announced(first)).toEqual([[second.id, 'contact']]);
  expect(await heard(second)).toEqual([[first.id, 'contact']]);

  const third = await named();
  const manager = person();
  for (const { id } of [second, third]) await assign(id, manager.userId);
  await sql`update representative set ended_at = assigned_at where user_id = ${manager.userId}`.execute(service.db);
  expect(await announced(third)).toEqual([[second.id, 'contact']]);
  const answer = JSON.stringify((await service.get(`/providers/${third.id}`, { actor: supervisor })).body);
  expect(answer).not.toContain(manager.userId);
});

function assign(providerId: string, userId: string) {
  const assignment = { id: crypto.randomUUID(), provider_id: providerId, user_id: userId };
  return service.db
    .insertInto('representative')
    .values({ ...assignment, role: 'manager', assigned_at: service.clock.now })
    .execute();
}

test('an invitee of two providers is a common contact until one invitation ends', async () => {
  const [first, second] = [await named(), await named()];
  const identifier = `+3247${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;
  const { body: invitation } = await invite(first, identifier);
  expect(await heard(first)).toEqual([]);
  await invite(second, identifier);
  expect(await announced(first)).toEqual([[second.id, 'contact']]);
  expect(await heard(second)).toEqual([[first.id, 'contact']]);
  await service.delete(`/providers/${first.id}/representatives/${invitation.id}`, { actor: first.actor });
  expect(await announced(second)).toEqual([]);
});

test('emits an event with all reasons when a name or website becomes the same, and not again', async () => {
  const first = await named('Chauffage Lumière SARL');
  const website = 'https://www.lumiere.example/';
  const edit = ({ actor }: Owner, body: object) => service.patch('/provider-workspace/me/profile', { actor, body });
  await edit(first, { website });
  const second = await named();
  expect(await heard(second)).toEqual([]);
  await edit(second, { displayName: 'CHAUFFAGE LUMIERE' });
  await edit(second, { summary: 'We heat.' });
  await edit(second, { displayName: 'CHAUFFAGE LUMIERE' });
  await edit(second, { website: 'https://elsewhere.example' });
  await edit(second, { website: 'http://lumiere.example' });
  expect(await heard(second)).toEqual([
    [first.id, 'name'],
    [first.id, 'name,website'],
  ]);
  expect(await heard(first)).toEqual([]);
  await transition(service, first.actor, first.id, 'close');
  expect(await announced(second)).toEqual([]);
});

test('of two providers that take one name at once, one reports the other', async () => {
  const name = other();
  const owners = await Promise.all(Array.from({ length: 4 }, () => named()));
  await Promise.all(
    owners.map(({ actor }) => service.patch('/provider-workspace/me/profile', { actor, body: { displayName: name } })),
  );
  const ids = owners.map(({ id }) => id);
  const found = (await service.emitted(possibleDuplicateFound)).filter(({ providerId }) => ids.includes(providerId));
  expect(found).toHaveLength(6);
});

test('finds duplicates by index, without a sequential scan', async () => {
  const plan = await service.db.transact(async (trx) => {
    await sql`
      with made as (
        insert into provider (id, public_provider_id, display_name, kind, operating_model, created_at, changed_at)
        select gen_random_uuid(), left(translate(md5(n::text), '0', 'z'), 22), 'Many ' || n, 'individual', 'remote', now(), now() from generate_series(1, 2000) n
        returning id)
      insert into representative (id, provider_id, user_id, role, assigned_at)
      select gen_random_uuid(), id, gen_random_uuid(), 'owner', now() from made`.execute(trx);
    // Conditions without an index still show as a sequential scan.
    for (const way of ['seqscan', 'hashjoin', 'mergejoin']) await sql.raw(`set local enable_${way} = off`).execute(trx);
    const { rows } = await sql<
      Record<string, string>
    >`explain ${possibleDuplicatesOf(crypto.randomUUID(), [], new Date())}`.execute(trx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).not.toContain('Seq Scan');
  for (const index of ['provider_same_name', 'provider_same_website', 'representative_ever'])
    expect(plan).toContain(index);
});
