import { consentChanged } from '@trust/contracts/events/identity';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideName, inAYear, makeClaim, makePublished, nameBusiness, type Owner } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const lyon = { latitude: 45.764, longitude: 4.8357 };
const shop = '1 rue de la Paix, 69003 Lyon';
async function move({ actor }: Owner, place: object, endsClaimIds: string[]) {
  const body = { publicPremises: { ...place, consent: true }, endsClaimIds };
  expect((await service.put('/provider-workspace/me/location', { actor, body })).status).toBe(200);
}

async function claimAbout({ id, actor }: Owner) {
  const { items } = (await service.get(`/providers/${id}/claim-subjects`, { actor })).body;
  const isCurrent = ({ about, endedAt }: { about: string; endedAt: string | null }) => about === 'premises' && !endedAt;
  const subjectId = items.find(isCurrent).id;
  return makeClaim(service, id, { subjectId, type: 'premises_visited', validUntil: inAYear() });
}
const premisesOf = async ({ claimId }: { claimId: string }) =>
  (await service.post('/public/claims/verify', { body: { claimId } })).body.claims[0].premises;
async function makeShop() {
  const owner = await makePublished(service, {
    location: { publicPremises: { ...lyon, addressLabel: shop, consent: true } },
  });
  return { owner, claim: await claimAbout(owner) };
}

test('T1 a claim about premises is verified with the place of the profile, another claim without one', async () => {
  const { owner, claim } = await makeShop();
  expect(await premisesOf(claim)).toEqual({ place: { ...lyon, addressLabel: shop } });
  const business = await nameBusiness(service, owner, 'Volta SARL');
  const other = await makeClaim(service, owner.id, { subjectId: business, type: 'business_registered' });
  expect(await premisesOf(other)).toBeNull();
  const headers = { accept: 'application/jwt' };
  const token = (await service.get(`/public/providers/${owner.publicId}/claims`, { headers })).body.toString();
  const { claims } = (await service.post('/public/claims/verify', { body: { token } })).body;
  const places = claims.map(({ claimId, premises }: { claimId: string; premises: object | null }) => [
    claimId,
    premises,
  ]);
  expect(Object.fromEntries(places)).toMatchObject({
    ...{ [claim.claimId]: { place: lyon }, [other.claimId]: null },
  });
});

test('T1 the place is that of the premises which the claim is about, with an address that was accepted', async () => {
  const { owner, claim } = await makeShop();
  await move(owner, { ...lyon, latitude: 45.8, addressLabel: 'Another door' }, [claim.claimId]);
  expect(await premisesOf(claim)).toEqual({ place: null });
  const moved = await claimAbout(owner);
  expect(await premisesOf(moved)).toEqual({ place: { ...lyon, latitude: 45.8, addressLabel: null } });
  await decideName(service, owner.id);
  expect(await premisesOf(moved)).toMatchObject({ place: { addressLabel: 'Another door' } });
});

test('P2 verification shows no place after the last consent to it was withdrawn', async () => {
  const { owner, claim } = await makeShop();
  service.advanceClock(60);
  const occurredAt = service.clock.now.toISOString();
  await service.deliver(consentChanged, {
    ...{ userId: owner.actor.userId, policyKey: 'public-premises', granted: false, version: '2026-11', occurredAt },
  });
  expect((await service.get(`/public/providers/${owner.publicId}`)).body.publicPremises).toBeNull();
  expect(await premisesOf(claim)).toEqual({ place: null });
});
