import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { openDb } from '@trust/service-kit/database/db';
import { operator } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePublished, transition } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';
import type { DB } from '../../db/schema.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const reason = 'Two customers say the same, and the photos show it.';
const repeated = {
  status: 409,
  body: {
    type: 'http://trust.test/problems/state-conflict',
    detail: expect.stringContaining('Ask a colleague to review it, or to act now.'),
  },
};
const done = { status: 200 };
const act = async (actor: Actor, id: string, name: string) => {
  service.advanceClock(1);
  return transition(service, actor, id, name);
};
const lastMeasure = async (id: string, name: string) => {
  const { rows } = await sql<{ id: string }>`
    select id from provider_transition where provider_id = ${id} and transition::text = ${name} order by at desc limit 1`.execute(
    service.db,
  );
  return rows[0]?.id;
};
const review = async (actor: Actor, id: string, name: string, outcome: string) =>
  service.post(`/provider-measures/${await lastMeasure(id, name)}/review`, {
    actor,
    body: { outcome, reason },
  });

test.each([
  ['suspend', 'reinstate'],
  ['withhold', 'release'],
])(
  'Z5 who took a measure takes no other before a review as justified, another operator does: %s',
  async (name, end) => {
    const { id } = await makePublished(service);
    const [actor, colleague] = [operator('supervisor'), operator('security')];
    expect(await act(actor, id, name)).toMatchObject(done);
    expect(await act(actor, id, name === 'suspend' ? 'withhold' : 'suspend')).toMatchObject(repeated);
    expect(await act(actor, id, end)).toMatchObject(done);
    for (const measure of ['suspend', 'withhold']) expect(await act(actor, id, measure)).toMatchObject(repeated);
    expect((await review(colleague, id, name, 'justified')).status).toBe(204);
    expect(await act(actor, id, name)).toMatchObject(done);
    expect((await review(colleague, id, name, 'not_justified')).status).toBe(204);
    await act(actor, id, end);
    // The review of the first one as justified counts no more.
    expect(await act(actor, id, name)).toMatchObject(repeated);
    expect(await act(colleague, id, name)).toMatchObject(done);
  },
);

test('Z5 a measure without a review hinders its actor until 30 days after its end, on this provider only', async () => {
  const [{ id }, other] = [await makePublished(service), await makePublished(service)];
  const actor = operator('supervisor');
  await act(actor, id, 'suspend');
  service.advanceClock(40 * 86_400);
  expect(await act(actor, id, 'withhold')).toMatchObject(repeated);
  expect(await act(operator('security'), id, 'reinstate')).toMatchObject(done);
  service.advanceClock(30 * 86_400 - 10);
  expect(await act(actor, id, 'suspend')).toMatchObject(repeated);
  expect(await act(actor, other.id, 'suspend')).toMatchObject(done);
  service.advanceClock(10);
  expect(await act(actor, id, 'suspend')).toMatchObject(done);
});

test('Z5 the database refuses a repeated measure, for the owner of the tables too', async () => {
  const { id } = await makePublished(service);
  const actor = operator('supervisor');
  await act(actor, id, 'suspend');
  await using owner = openDb<DB>({ url: service.ownerUrl, max: 1 });
  const insert = (db: typeof service.db | typeof owner, name: string) =>
    sql`insert into provider_transition (id, provider_id, transition, acting_as, actor_id, at)
      values (${randomUUID()}, ${id}, ${name}, 'operator', ${actor.userId}, ${service.clock.now})`.execute(db);
  for (const db of [service.db, owner])
    await expect(insert(db, 'withhold')).rejects.toMatchObject({ constraint: 'measure_not_repeated' });
  await expect(insert(service.db, 'reinstate')).resolves.toBeDefined();
});
