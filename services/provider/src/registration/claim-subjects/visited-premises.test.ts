import { randomUUID } from 'node:crypto';
import { fieldWorkAssignmentChanged } from '@trust/contracts/events/field-work';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOwner } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

test('D1 the agent of an open visit reads where the public premises are, and nobody else', async () => {
  const { actor, id } = await makeOwner(service);
  const [home, premises] = [
    { latitude: 45.9, longitude: 4.9, addressLabel: 'Home' },
    { latitude: 45.764, longitude: 4.8357, addressLabel: '12 rue des Lilas' },
  ];
  const body = { privateBase: home, publicPremises: { ...premises, consent: true } };
  expect((await service.put('/provider-workspace/me/location', { actor, body })).status).toBe(200);
  const [agent, other] = [operator('field-agent'), operator('field-agent')];
  const workItemId = randomUUID();
  const assign = (assigneeId: string | null, isOpen = true) =>
    service.deliver(fieldWorkAssignmentChanged, {
      ...{ workItemId, caseId: randomUUID(), providerId: id, requirementKey: 'premises-visit', assigneeId, isOpen },
      occurredAt: service.clock.now.toISOString(),
    });
  const read = (by = agent) => service.get(`/operations/field-work-items/${workItemId}/premises`, { actor: by });
  expect((await read()).status).toBe(404);
  await assign(agent.userId);
  expect(await read()).toMatchObject({ status: 200, body: { place: premises } });
  expect((await read(other)).status).toBe(404);
  await service.put('/provider-workspace/me/location', { actor, body: { publicPremises: null } });
  expect((await read()).body).toEqual({ place: null });
  await assign(other.userId);
  expect([(await read()).status, (await read(other)).status]).toEqual([404, 200]);
  await assign(other.userId, false);
  expect((await read(other)).status).toBe(404);
});
