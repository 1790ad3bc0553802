import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeActive, nameBusiness, namePerson } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

test('T1 an operator ends nothing that replaced what they ended, for 30 days; a colleague can at once', async () => {
  const owner = await makeActive(service);
  const [one, other] = [operator('supervisor'), operator('supervisor')];
  const end = async (subjectId: string, { userId } = one) => {
    const actor = { ...one, userId, authenticatedAt: service.clock.now.getTime() / 1000 };
    const body = { reason: 'The business register shows another name since Monday.' };
    return (await service.post(`/providers/${owner.id}/claim-subjects/${subjectId}/end`, { actor, body })).status;
  };
  const names = async (name: string) => {
    service.advanceClock(60);
    return nameBusiness(service, owner, name);
  };
  expect(await end(await names('Martin Électricité SARL'))).toBe(200);
  const second = await names('Martin Énergie SARL');
  expect(await end(second)).toBe(409);
  expect(await end(await namePerson(service, owner))).toBe(200);
  expect(await end(second, other)).toBe(200);
  const third = await names('Martin Réseaux SARL');
  service.advanceClock(29 * 86_400);
  expect(await end(third, other)).toBe(409);
  service.advanceClock(2 * 86_400);
  expect(await end(third, other)).toBe(200);
  // Their end is two names ago.
  expect(await end(await names('Martin Lumière SARL'))).toBe(200);
});

test('T1 a correction of the name by the owner in between frees nobody from that', async () => {
  const owner = await makeActive(service);
  const actor = operator('supervisor');
  const end = async (subjectId: string) => {
    const now = { ...actor, authenticatedAt: service.clock.now.getTime() / 1000 };
    const body = { reason: 'The business register shows another name since Monday.' };
    return (await service.post(`/providers/${owner.id}/claim-subjects/${subjectId}/end`, { actor: now, body })).status;
  };
  expect(await end(await nameBusiness(service, owner, 'Martin Électricité SARL'))).toBe(200);
  const forget = 'update claim_subject set ended_by = null where provider_id = $1';
  await expect(service.db.pool.query(forget, [owner.id])).rejects.toThrow(/recorded once/);
  for (const name of ['Martin Énergie SARL', 'Martin Énergies SARL']) {
    service.advanceClock(60);
    expect(await end(await nameBusiness(service, owner, name))).toBe(409);
  }
});
