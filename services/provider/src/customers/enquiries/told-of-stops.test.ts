import { notificationRequested } from '@trust/contracts/events/any';
import { operator, person } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeClaim, makePublished, type Owner, transition } from '../../../test/make.ts';
import { answer, enquire } from '../../../test/make-enquiry.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider({ limits: { 'privileged-operation': 1000 } });
});
afterAll(() => service[Symbol.asyncDispose]());

const supervisor = () => operator('supervisor', { authenticatedAt: service.clock.now.getTime() / 1000 });

/** An accepted enquiry, and what its customer reads and was told. */
async function makeAccepted(owner: Owner, categoryKey = 'electrician') {
  const customer = person();
  const { id } = (await enquire(service, owner.publicId, customer, { categoryKey })).body;
  await answer(service, owner.actor, id, 'accept');
  return {
    id,
    isPublic: async () => (await service.get(`/enquiries/${id}`, { actor: customer })).body.isProviderPublic,
    told: async () =>
      (await service.emitted(notificationRequested.provider)).filter(
        ({ template, userId }) => template === 'enquiry_provider_stopped' && userId === customer.userId,
      ).length,
  };
}

const remove = ({ id }: Owner, reasonCode = 'safety_concern', category = 'electrician') => {
  const query = new URLSearchParams({ reason: 'A customer was hurt by this work.', reasonCode });
  return service.delete(`/providers/${id}/categories/${category}?${query}`, { actor: supervisor() });
};

test('P4 who may let somebody in is told that operators removed the service, and reads that it is not public', async () => {
  const owner = await makePublished(service);
  const path = '/provider-workspace/me/services';
  await service.put(`${path}/plumber`, { actor: owner.actor });
  const enquiry = await makeAccepted(owner);
  expect((await remove(owner, 'safety_concern', 'plumber')).status).toBe(204);
  expect([await enquiry.told(), await enquiry.isPublic()]).toEqual([0, true]);
  expect((await remove(owner)).status).toBe(204);
  expect([await enquiry.told(), await enquiry.isPublic()]).toEqual([1, false]);
});

test('P4 an enquiry says that the provider is not public once it offers no service with a current claim', async () => {
  const owner = await makePublished(service);
  const path = '/provider-workspace/me/services/plumber';
  await service.put(path, { actor: owner.actor });
  const validUntil = new Date(service.clock.now.getTime() + 3 * 86_400_000).toISOString();
  await makeClaim(service, owner.id, { categoryKey: 'plumber', type: 'trade_qualification', validUntil });
  const enquiry = await makeAccepted(owner, 'plumber');
  service.advanceClock(60);
  await service.delete(path, { actor: owner.actor });
  expect([await enquiry.told(), await enquiry.isPublic()]).toEqual([0, false]);
  service.advanceClock(60);
  await service.put(path, { actor: owner.actor });
  expect(await enquiry.isPublic()).toBe(true);
  await transition(service, owner.actor, owner.id, 'unpublish');
  expect(await enquiry.isPublic()).toBe(false);
  await transition(service, owner.actor, owner.id, 'publish');
  service.advanceClock(4 * 86_400);
  expect(await enquiry.isPublic()).toBe(false);
});
