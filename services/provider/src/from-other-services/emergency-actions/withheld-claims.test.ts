import { randomUUID } from 'node:crypto';
import { notificationRequested } from '@trust/contracts/events/any';
import { emergencyActionChanged, emergencyActionSnapshot } from '@trust/contracts/events/operations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeClaim, makePublished, transition } from '../../../test/make.ts';
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

test('Z5 a withheld claim and its lift are told once, and the workspace lists it while it lasts', async () => {
  const owner = await makePublished(service, { category: 'home-care' });
  const claim = await makeClaim(service, owner.id, { categoryKey: 'home-care', type: 'background_check_clear' });
  const told = async () =>
    (await service.emitted(notificationRequested.provider))
      .filter(({ providerId, template }) => providerId === owner.id && template.startsWith('claim_'))
      .map(({ userId, template, data }) => ({ userId, template, data }));
  const measures = async () => (await service.get('/provider-workspace/me', { actor: owner.actor })).body.measures;
  const after = (hours: number) => new Date(service.clock.now.getTime() + hours * hour * 1000).toISOString();
  const ids = () => ({ actionId: randomUUID(), kind: 'withhold_claim' as const, targetId: claim.claimId });
  const action = { ...ids(), startedAt: after(0) };
  const begun = { ...action, endsAt: after(2), occurredAt: after(0) };
  for (const type of [emergencyActionChanged, emergencyActionSnapshot]) await service.deliver(type, begun);
  // A second action about the same claim hides nothing more.
  await service.deliver(emergencyActionChanged, { ...begun, ...ids(), endsAt: after(1) });
  const data = { claimId: claim.claimId, reasonCode: 'under_investigation' };
  const suspended = { userId: null, template: 'claim_suspended', data };
  expect(await told()).toEqual([suspended]);
  const hidden = { measure: 'claim_withheld', categoryKey: 'home-care', reasonCode: 'under_investigation' };
  const listed = { ...hidden, startedAt: after(0) };
  const ends = [after(1), after(2)];
  expect(
    (await measures()).sort((a: { endsAt: string }, b: { endsAt: string }) => (a.endsAt < b.endsAt ? -1 : 1)),
  ).toEqual(ends.map((endsAt) => ({ ...listed, endsAt })));
  const elsewhere = await makePublished(service, { category: 'home-care' });
  expect((await service.get('/provider-workspace/me', { actor: elsewhere.actor })).body.measures).toEqual([]);
  service.advanceClock(hour);
  expect(await measures()).toMatchObject([{ endsAt: after(1) }]);
  await service.deliver(emergencyActionChanged, { ...action, endsAt: after(0), occurredAt: after(0) });
  const restored = { userId: null, template: 'claim_restored', data: { claimId: claim.claimId } };
  expect([await told(), await measures()]).toEqual([[suspended, restored], []]);
});

test('Z5 nobody is told of an action about a claim that is not shown anyway, nor of a closed provider', async () => {
  const owner = await makePublished(service, { category: 'home-care' });
  const claim = await makeClaim(service, owner.id, { categoryKey: 'home-care', type: 'background_check_clear' });
  service.advanceClock(60);
  await makeClaim(service, owner.id, { ...claim, state: 'revoked', occurredAt: now() });
  const closed = await makePublished(service, { category: 'home-care' });
  const theirs = await makeClaim(service, closed.id, { categoryKey: 'home-care', type: 'background_check_clear' });
  expect((await transition(service, closed.actor, closed.id, 'close')).status).toBe(200);
  for (const { claimId } of [claim, theirs]) await withhold(claimId);
  const told = (await service.emitted(notificationRequested.provider)).filter(
    ({ template }) => template === 'claim_suspended',
  );
  expect(told.filter(({ providerId }) => [owner.id, closed.id].includes(providerId ?? ''))).toEqual([]);
});
