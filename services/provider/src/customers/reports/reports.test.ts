import type { Actor } from '@trust/contracts/actor';
import { notificationRequested } from '@trust/contracts/events/any';
import { operator, person } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePublished, type Owner } from '../../../test/make.ts';
import { decideModeration } from '../../../test/make-review.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
let owner: Owner;
beforeAll(async () => {
  service = await startProvider();
  owner = await makePublished(service);
});
afterAll(() => service[Symbol.asyncDispose]());

test('the reporter is told the outcome of a report and lists own reports, newest first', async () => {
  const actor = person();
  const report = async (reasonCode = 'unsafe') => {
    service.advanceClock(1);
    const body = { reasonCode, statement: 'The ladder was broken.' };
    const answer = await service.post(`/public/providers/${owner.publicId}/reports`, { actor, body });
    expect(answer).toMatchObject({ status: 201, body: { state: 'open', outcome: null, decidedAt: null } });
    return answer.body.id as string;
  };
  const [first, second, third] = [await report('other'), await report(), await report('fraud')];
  await decideModeration(service, second, 'upheld', 'action_taken');
  await decideModeration(service, first, 'dismissed', 'no_breach');
  const decidedAt = service.clock.now.toISOString();
  expect((await service.get(`/provider-reports/${second}`, { actor })).body).toEqual({
    ...{ id: second, reasonCode: 'unsafe', statement: 'The ladder was broken.', reportedAt: expect.any(String) },
    ...{
      publicProviderId: owner.publicId,
      state: 'decided',
      outcome: 'upheld',
      decisionReason: 'action_taken',
      decidedAt,
    },
  });
  const page = await service.get('/account/reports?limit=2', { actor });
  expect(page.body.items).toMatchObject([
    { id: third, state: 'open' },
    { id: second, outcome: 'upheld' },
  ]);
  const rest = await service.get(`/account/reports?limit=2&cursor=${page.body.nextCursor}`, { actor });
  expect(rest.body).toMatchObject({ items: [{ id: first, outcome: 'dismissed' }], nextCursor: null });
  expect((await service.get('/account/reports', { actor: owner.actor })).body.items).toEqual([]);
  const told = (await service.emitted(notificationRequested.provider)).filter(({ userId }) => userId === actor.userId);
  expect(told.map(({ template, data, providerId }) => [template, data, providerId])).toEqual([
    ['report_decided', { reportId: second }, null],
    ['report_decided', { reportId: first }, null],
  ]);
});

test('a second report of a provider for the same reason waits for the decision about the first', async () => {
  const [actor, other] = [person(), person()];
  const report = (reasonCode = 'unsafe', by = actor) =>
    service.post(`/public/providers/${owner.publicId}/reports`, {
      actor: by,
      body: { reasonCode, statement: 'The ladder was broken.' },
    });
  const { body } = await report();
  expect(await report()).toMatchObject({
    status: 409,
    body: { type: expect.stringMatching('state-conflict$'), existingId: body.id },
  });
  expect((await report('fraud')).status).toBe(201);
  expect((await report('unsafe', other)).status).toBe(201);
  await decideModeration(service, body.id, 'dismissed', 'insufficient_information');
  expect((await report()).status).toBe(201);
});

test('of sixteen equal reports at once, one is open', async () => {
  await using many = await startProvider({ connections: 16 });
  const { publicId } = await makePublished(many);
  const actor = person();
  const report = () =>
    many.post(`/public/providers/${publicId}/reports`, {
      actor,
      body: { reasonCode: 'unsafe', statement: 'The ladder was broken.' },
    });
  const answers = await Promise.all(Array.from({ length: 16 }, report));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
});

test('who takes emergency actions reads a report of danger or fraud, and no other', async () => {
  const body = { statement: 'There are live wires in the room of a child.' };
  const report = async (reasonCode: string) =>
    (
      await service.post(`/public/providers/${owner.publicId}/reports`, {
        actor: person(),
        body: { ...body, reasonCode },
      })
    ).body.id;
  const [unsafe, fraud, other] = [await report('unsafe'), await report('fraud'), await report('other')];
  const read = async (actor: Actor, id: string) => (await service.get(`/provider-reports/${id}`, { actor })).status;
  const security = operator('security');
  expect([await read(security, unsafe), await read(security, fraud), await read(security, other)]).toEqual([
    200, 200, 404,
  ]);
  expect([await read(operator('supervisor'), other), await read(operator('triage'), unsafe)]).toEqual([200, 404]);
  expect(await read(owner.actor, unsafe)).toBe(404);
  const own = { ...security, userId: owner.actor.userId };
  expect(await read(own, unsafe)).toBe(404);
});
