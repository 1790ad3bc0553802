import { randomUUID } from 'node:crypto';
import { personErased } from '@trust/contracts/events/identity';
import { exportPersonalData } from '@trust/service-testing/personal-data';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addRepresentative, makeActive, makeOwner, namePerson, transition } from '../../../test/make.ts';
import { me } from '../../../test/make-checked.ts';
import { namings } from '../../../test/make-naming.ts';
import { pruneNow } from '../../../test/prune-now.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';
import { waitForLocks } from '../../../test/wait-for-locks.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider({ connections: 6 });
});
afterAll(() => service[Symbol.asyncDispose]());

const { accept, decline, nameAs, read, waitingId } = namings(() => service);
const rowsOf = (providerId: string) =>
  service.db.selectFrom('person_naming').selectAll().where('provider_id', '=', providerId).execute();

async function makeNamed() {
  const owner = await makeActive(service);
  await namePerson(service, owner);
  const named = await addRepresentative(service, owner.id, 'manager');
  expect((await nameAs(owner, named.actor)).status).toBe(200);
  return { ...owner, named };
}

test('M3 the database refuses a person responsible who did not accept, declined, or is too late', async () => {
  const { id, named, actor } = await makeNamed();
  const [naming] = await rowsOf(id);
  await sql`update claim_subject set ended_at = now(), end_reason = 'replaced' where provider_id = ${id}`.execute(
    service.db,
  );
  const insert = (acceptedBy: string | null, at = service.clock.now, { of = id, by = named.actor.userId } = {}) =>
    sql`insert into claim_subject (id, provider_id, about, user_id, sealed_name, named_at, accepted_by)
      values (${naming?.id}, ${of}, 'person', ${by}, 'x', ${at}, ${acceptedBy})`.execute(service.db);
  await expect(insert(null)).rejects.toThrow('has not accepted it');
  await expect(insert(actor.userId)).rejects.toThrow('violates check constraint');
  const { id: other } = await makeOwner(service);
  for (const instead of [{ by: actor.userId }, { of: other }]) {
    const by = instead.by ?? named.actor.userId;
    await expect(insert(by, service.clock.now, instead)).rejects.toThrow('has not accepted it');
  }
  await expect(insert(named.actor.userId, naming?.expires_at)).rejects.toThrow('has not accepted it');
  expect((await decline(named.actor)).status).toBe(204);
  await expect(insert(named.actor.userId)).rejects.toThrow('has not accepted it');
  const again = sql`update person_naming set declined_at = null where id = ${naming?.id}`.execute(service.db);
  await expect(again).rejects.toThrow('declined once');
});

test('M3 the database keeps one naming of a provider, by somebody else and of a representative', async () => {
  const { id, named, actor } = await makeNamed();
  const [naming] = await rowsOf(id);
  const insert = (user_id: string, named_by: string) => {
    if (!naming) throw new Error('No naming.');
    return service.db
      .insertInto('person_naming')
      .values({ ...naming, id: randomUUID(), user_id, named_by })
      .execute();
  };
  await expect(insert(named.actor.userId, actor.userId)).rejects.toThrow('person_naming_provider_id_key');
  await expect(insert(actor.userId, actor.userId)).rejects.toThrow('named_by_somebody_else');
  await expect(insert(randomUUID(), actor.userId)).rejects.toThrow('only a representative');
});

test('T3 nobody accepts while an outcome is recommended', async () => {
  const { id, named } = await makeNamed();
  const found = { case_id: randomUUID(), provider_id: id, category_key: 'electrician', state: 'recommended' as const };
  await service.db
    .insertInto('case_projection')
    .values({ ...found, changed_at: service.clock.now })
    .execute();
  expect((await accept(named.actor)).status).toBe(409);
  expect(await rowsOf(id)).toHaveLength(1);
});

test('M3 an acceptance that waits while its person is removed, or another is named, changes nothing', async () => {
  const [removed, replaced] = [await makeNamed(), await makeNamed()];
  const other = await addRepresentative(service, replaced.id, 'manager');
  for (const [made, change, status] of [
    [removed, () => removed.named.remove(removed.actor), 404],
    [replaced, () => nameAs(replaced, other.actor), 409],
  ] as const) {
    const namingId = await waitingId(made.named.actor);
    const locks = await service.db.pool.connect();
    await locks.query('begin');
    await locks.query('select from provider where id = $1 for update', [made.id]);
    const changing = change();
    await waitForLocks(service, 1);
    const accepting = accept(made.named.actor, namingId);
    await waitForLocks(service, 2);
    await locks.query('rollback');
    locks.release();
    await changing;
    expect((await accepting).status).toBe(status);
    expect((await read(made.actor)).body.current).toMatchObject({ name: 'Claire Martin' });
  }
});

test('M3 two acceptances at once have one effect', async () => {
  const { id, named } = await makeNamed();
  const namingId = await waitingId(named.actor);
  const both = await Promise.all([accept(named.actor, namingId), accept(named.actor, namingId)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const { rows } =
    await sql`select from claim_subject where provider_id = ${id} and user_id = ${named.actor.userId}`.execute(
      service.db,
    );
  expect(rows).toHaveLength(1);
});

test('P2 whoever is named exports the naming, also one that they declined', async () => {
  const { id, named } = await makeNamed();
  const exported = async () =>
    (await exportPersonalData(service, 'provider', named.actor.userId)).file.namedToAnswerFor;
  const naming = { providerId: id, name: { givenName: 'Rita', familyName: 'Obernarr' } };
  expect(await exported()).toMatchObject([{ ...naming, declinedAt: null }]);
  await decline(named.actor);
  expect(await exported()).toMatchObject([{ ...naming, declinedAt: service.clock.now.toISOString() }]);
});

test('P2 a naming goes with its person, its provider, another kind of a draft, or 30 days after its end', async () => {
  const [erased, closed, old] = [await makeNamed(), await makeNamed(), await makeNamed()];
  const erasedAt = service.clock.now.toISOString();
  await service.deliver(personErased, { userId: erased.named.actor.userId, contacts: [], erasedAt });
  expect((await transition(service, closed.actor, closed.id, 'close')).status).toBe(200);
  const draft = await makeOwner(service);
  const { actor } = await addRepresentative(service, draft.id, 'manager');
  await nameAs(draft, actor);
  await service.patch(`${me}/profile`, { actor: draft.actor, body: { kind: 'individual' } });
  for (const { id } of [erased, closed, draft]) expect(await rowsOf(id)).toEqual([]);
  service.advanceClock(37 * 86_400);
  await pruneNow(service);
  expect(await rowsOf(old.id)).toHaveLength(1);
  service.advanceClock(1);
  await pruneNow(service);
  expect(await rowsOf(old.id)).toEqual([]);
});
