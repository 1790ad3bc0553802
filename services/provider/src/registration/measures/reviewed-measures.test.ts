import type { Actor } from '@trust/contracts/actor';
import { operatorChanged } from '@trust/contracts/events/identity';
import { measureChanged } from '@trust/contracts/events/measures';
import { serviceSelected } from '@trust/contracts/events/provider';
import { operator } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addRepresentative, makePublished } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const reason = 'A customer was hurt by this work.';
const [supervisor, security, third] = [operator('supervisor'), operator('security'), operator('security')];
const act = (actor: Actor, id: string, transition: string) => {
  service.advanceClock(1);
  return service.post(`/providers/${id}/transitions`, { actor, body: { transition, reason, reasonCode: 'other' } });
};
const announced = async (id: string) =>
  (await service.emitted(measureChanged)).filter(({ providerId }) => providerId === id);
const lastOf = async (id: string) => (await announced(id)).at(-1)?.measureId ?? '';
const read = (actor: Actor, id: string) => service.get(`/provider-measures/${id}`, { actor });
const review = (actor: Actor, id: string, outcome = 'justified') =>
  service.post(`/provider-measures/${id}/review`, { actor, body: { outcome, reason } });
const separate = { status: 409, body: { type: 'http://trust.test/problems/separation-of-duties' } };

test('Z3 another operator reviews a measure once, reads its reason, and tells operations the outcome', async () => {
  const { id } = await makePublished(service);
  await act(supervisor, id, 'suspend');
  const takenAt = service.clock.now.toISOString();
  const taken = { providerId: id, measure: 'suspend', operatorId: supervisor.userId, takenAt, occurredAt: takenAt };
  expect(await announced(id)).toEqual([{ ...taken, measureId: expect.any(String) }]);
  const measureId = await lastOf(id);
  expect(await read(security, measureId)).toMatchObject({
    status: 200,
    body: { id: measureId, reason, reasonCode: 'other', takerId: null, endedAt: null, review: null },
  });
  expect(await review(supervisor, measureId)).toMatchObject(separate);
  expect((await review(security, measureId, 'not_justified')).status).toBe(204);
  expect((await announced(id)).at(-1)).toMatchObject({
    ...{ measureId, outcome: 'not_justified', reviewerId: security.userId, takenAt },
  });
  expect(await review(third, measureId)).toMatchObject({
    status: 400,
    body: { type: 'http://trust.test/problems/invalid-transition' },
  });
  expect(await read(third, measureId)).toMatchObject({ body: { review: { outcome: 'not_justified', reason } } });
  expect((await service.audited('reviewProviderMeasure')).at(-1)).toMatchObject({
    ...{ objectId: measureId, reason, after: { outcome: 'not_justified', measure: 'suspend' } },
  });
});

test.each([
  ['suspend', 'reinstate'],
  ['withhold', 'release'],
])('Z3 who ends the %s of a colleague is reviewed by another operator', async (begin, end) => {
  const { id } = await makePublished(service);
  await act(supervisor, id, begin);
  await act(security, id, end);
  const ended = (await announced(id)).at(-1);
  expect(ended).toMatchObject({
    ...{ measure: end, operatorId: security.userId, takerId: supervisor.userId },
  });
  const measureId = await lastOf(id);
  expect(await read(third, measureId)).toMatchObject({
    body: { measure: end, takerId: supervisor.userId, endedAt: null },
  });
  expect(await review(security, measureId)).toMatchObject(separate);
  expect((await review(third, measureId)).status).toBe(204);
});

test('Z3 who ends an own measure is reviewed only if a colleague had confirmed it', async () => {
  const { id } = await makePublished(service);
  await act(supervisor, id, 'suspend');
  await act(supervisor, id, 'reinstate');
  expect((await announced(id)).map(({ measure }) => measure)).toEqual(['suspend']);
  await review(security, await lastOf(id));
  await act(supervisor, id, 'suspend');
  await review(security, await lastOf(id));
  await act(supervisor, id, 'reinstate');
  expect((await announced(id)).at(-1)).toMatchObject({ measure: 'reinstate', takerId: security.userId });
});

test('Z3 who ends an own measure that a colleague found unjustified is not reviewed', async () => {
  const { id } = await makePublished(service);
  await act(supervisor, id, 'suspend');
  await review(security, await lastOf(id), 'not_justified');
  await act(supervisor, id, 'reinstate');
  expect((await announced(id)).map(({ measure }) => measure)).toEqual(['suspend', 'suspend']);
});

test('Z3 nobody who represents the provider reads or reviews a measure of it', async () => {
  const { id, actor } = await makePublished(service);
  await act(supervisor, id, 'suspend');
  const measureId = await lastOf(id);
  const colleague = await addRepresentative(service, id, 'manager');
  const both = operator('security', { userId: colleague.actor.userId });
  expect((await read(both, measureId)).status).toBe(404);
  expect(await review(both, measureId)).toMatchObject(separate);
  expect((await read(actor, measureId)).status).toBe(403);
  const insert = sql`insert into measure_review
    values (${measureId}, ${supervisor.userId}, ${both.userId}, 'justified', ${reason}, ${service.clock.now})`;
  await expect(insert.execute(service.db)).rejects.toMatchObject({ constraint: 'measure_review_not_by_concerned' });
});

test('what owners do is no measure, and is not reviewed', async () => {
  const { id, actor } = await makePublished(service);
  const { rows } = await sql<{ id: string }>`
    select id from provider_transition where provider_id = ${id} and transition = 'publish'`.execute(service.db);
  const published = rows[0]?.id ?? '';
  expect((await read(security, published)).status).toBe(404);
  expect((await review(security, published)).status).toBe(404);
  const insert = sql`insert into measure_review
    values (${published}, ${actor.userId}, ${security.userId}, 'justified', ${reason}, ${service.clock.now})`;
  await expect(insert.execute(service.db)).rejects.toMatchObject({ constraint: 'measure_review_of_a_measure' });
});

test('a service that another operator selects again names who removed it, in the event only', async () => {
  const { id } = await makePublished(service);
  const path = `/providers/${id}/categories/electrician`;
  const selected = async () => (await service.emitted(serviceSelected)).filter(({ providerId }) => providerId === id);
  const query = new URLSearchParams({ reason, reasonCode: 'safety_concern' });
  for (const actor of [supervisor, security]) {
    service.advanceClock(1);
    expect((await service.delete(`${path}?${query}`, { actor: supervisor })).status).toBe(204);
    service.advanceClock(1);
    expect((await service.put(path, { actor, body: { reason } })).status).toBe(200);
  }
  expect((await selected()).map(({ removerId }) => removerId)).toEqual([undefined, undefined, supervisor.userId]);
});

test('operators read the work names of who took, ended and reviewed a measure, until an erasure', async () => {
  const { id } = await makePublished(service);
  const known = ({ userId, permissions }: Actor, workName: string | null) =>
    service.deliver(operatorChanged, {
      ...{ userId, permissions: [...permissions], workName },
      occurredAt: service.clock.now.toISOString(),
    });
  await known(supervisor, 'Heron');
  await known(security, 'Owl');
  await act(supervisor, id, 'suspend');
  await review(security, await lastOf(id));
  const first = await lastOf(id);
  await act(third, id, 'reinstate');
  expect(await read(third, first)).toMatchObject({
    body: { operatorName: 'Heron', takerId: null, takerName: null, review: { reviewerName: 'Owl' } },
  });
  expect(await read(security, await lastOf(id))).toMatchObject({ body: { operatorName: null } });
  service.advanceClock(1);
  await known(supervisor, null);
  expect(await read(third, first)).toMatchObject({ body: { operatorName: 'former operator' } });
});
