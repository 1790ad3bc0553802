import { randomUUID } from 'node:crypto';
import { emergencyActionChanged } from '@trust/contracts/events/operations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeClaim, makePublished } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const now = () => service.clock.now.toISOString();
const hour = 3600;

async function withhold(claimId: string): Promise<void> {
  const at = service.clock.now;
  await service.deliver(emergencyActionChanged, {
    ...{ actionId: randomUUID(), kind: 'withhold_claim' as const, targetId: claimId },
    ...{ startedAt: at.toISOString(), endsAt: new Date(at.getTime() + 2 * hour * 1000).toISOString() },
    occurredAt: at.toISOString(),
  });
}

const statusOf = async (claimId: string) =>
  (await service.post('/public/claims/verify', { body: { claimId } })).body.status;

test('Z5 a claim that takes the place of a withheld one is hidden until the action ends', async () => {
  const owner = await makePublished(service, { category: 'home-care' });
  const type = 'background_check_clear';
  const first = await makeClaim(service, owner.id, { categoryKey: 'home-care', type });
  const shown = async () =>
    (await service.get(`/public/providers/${owner.publicId}/claims`)).body.items
      .map((one: { type: string }) => one.type)
      .includes(type);
  const isFound = async () =>
    (await service.get(`/public/providers/search?category=home-care&claim=${type}&limit=50`)).body.items.length > 0;
  expect([await shown(), await isFound()]).toEqual([true, true]);
  service.advanceClock(hour);
  await withhold(first.claimId);
  service.advanceClock(60);
  const renewed = await makeClaim(service, owner.id, { categoryKey: 'home-care', type, validFrom: now() });
  const superseded = { state: 'superseded', occurredAt: now() } as const;
  await makeClaim(service, owner.id, { ...first, ...superseded });
  expect([await shown(), await isFound(), await statusOf(renewed.claimId)]).toEqual([false, false, 'suspended']);
  const other = await makeClaim(service, owner.id, { categoryKey: 'home-care', type: 'first_aid_trained' });
  const elsewhere = await makePublished(service, { category: 'home-care' });
  const theirs = await makeClaim(service, elsewhere.id, { categoryKey: 'home-care', type, validFrom: now() });
  expect([await statusOf(other.claimId), await statusOf(theirs.claimId)]).toEqual(['valid', 'valid']);
  service.advanceClock(2 * hour);
  expect([await shown(), await statusOf(renewed.claimId)]).toEqual([true, 'valid']);
});
