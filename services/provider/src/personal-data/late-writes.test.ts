import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { personErased } from '@trust/contracts/events/identity';
import { invitationAccepted } from '@trust/contracts/events/representatives';
import { isErased, recordErasure } from '@trust/personal-data/erased-people';
import { person } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOwner, makePublished, type Owner } from '../../test/make.ts';
import { makeInteraction } from '../../test/make-enquiry.ts';
import { type ProviderService, startProvider } from '../../test/service.ts';
import { waitForLocks } from '../../test/wait-for-locks.ts';

let service: ProviderService;
let owner: Owner;
beforeAll(async () => {
  service = await startProvider({ connections: 6 });
  owner = await makePublished(service);
});
afterAll(() => service[Symbol.asyncDispose]());

const erase = ({ userId }: Actor) =>
  service.deliver(personErased, { userId, contacts: [], erasedAt: service.clock.now.toISOString() });
const report = (actor: Actor) =>
  service.post(`/public/providers/${owner.publicId}/reports`, {
    ...{ actor, body: { reasonCode: 'fraud', statement: 'Asked for money in advance.' } },
  });
const register = (actor: Actor) =>
  service.post('/providers', {
    actor,
    headers: { 'idempotency-key': randomUUID() },
    body: { displayName: 'Too late', kind: 'individual', operatingModel: 'remote' },
  });
const rowsOf = async ({ userId }: Actor) => {
  const { rows } = await sql`
    select 'report' as what from provider_report where reporter_id = ${userId}
    union all select 'review' from review where author_id = ${userId}
    union all select 'statement' from dispute_statement where author_id = ${userId}
    union all select 'message' from enquiry_message where author_id = ${userId}
    union all select 'provider' from representative where user_id = ${userId}`.execute(service.db);
  return rows;
};

test('P2 returns 401 to writes of an erased person, and stores nothing', async () => {
  const { customer, id, interactionId } = await makeInteraction(service, owner);
  const statement = 'The work was never finished.';
  const opened = await service.post(`/interactions/${interactionId}/disputes`, {
    ...{ actor: customer, body: { reasonCode: 'quality', statement } },
  });
  expect(opened.status).toBe(201);
  await erase(customer);
  expect(await rowsOf(customer)).toEqual([]);
  const text = 'Came on time and repaired the sockets.';
  const review = service.post(`/interactions/${interactionId}/reviews`, {
    ...{ actor: customer, body: { isRecommended: true, text } },
  });
  const said = service.post(`/disputes/${opened.body.id}/statements`, { actor: customer, body: { text } });
  const answers = await Promise.all([report(customer), register(customer), review, said]);
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  expect((await service.get(`/enquiries/${id}`, { actor: customer })).status).toBe(200);
  expect(await rowsOf(customer)).toEqual([]);
});

test('P2 a write is refused without waiting while its person is erased', async () => {
  const actor = person();
  await service.db.transact(async (trx) => {
    await recordErasure(trx, actor.userId, service.clock.now);
    expect((await report(actor)).status).toBe(401);
    expect((await report(person())).status).toBe(201);
  });
  expect(await rowsOf(actor)).toEqual([]);
});

test('P2 an erasure waits for a write that began before it, and erases it', async () => {
  const actor = person();
  const erasing = await service.db.transact(async (trx) => {
    expect(await isErased(trx, actor.userId)).toBe(false);
    const started = erase(actor);
    await waitForLocks(service, 1);
    await sql`insert into provider_report (id, provider_id, reporter_id, reason_code, statement, reported_at)
      values (${randomUUID()}, ${owner.id}, ${actor.userId}, 'fraud', 'Written late', now())`.execute(trx);
    return { started };
  });
  await erasing.started;
  const { rows } = await sql`select statement from provider_report where reporter_id = ${actor.userId}`.execute(
    service.db,
  );
  expect(rows).toEqual([{ statement: null }]);
});

test('P2 an invitation that an erased person had accepted makes nobody a representative', async () => {
  const { actor, id } = await makeOwner(service);
  const body = { channel: 'email', identifier: `${randomUUID()}@example.org`, role: 'manager' };
  const invited = await service.post(`/providers/${id}/representatives`, { actor, body });
  expect(invited.status).toBe(201);
  const late = person();
  await erase(late);
  const occurredAt = service.clock.now.toISOString();
  await service.deliver(invitationAccepted, { invitationId: invited.body.id, userId: late.userId, occurredAt });
  expect(await rowsOf(late)).toEqual([]);
});
