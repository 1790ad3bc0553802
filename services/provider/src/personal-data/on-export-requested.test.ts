import type { Actor } from '@trust/contracts/actor';
import { exportPersonalData } from '@trust/service-testing/personal-data';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addRepresentative, makeActive, makeOwner, squareAround } from '../../test/make.ts';
import { type ProviderService, startProvider } from '../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const place = { latitude: 45.5, longitude: 4.25 };
const serviceArea = squareAround(place);
const enter = (actor: Actor, body: object) => service.put('/provider-workspace/me/location', { actor, body });
const exported = async ({ userId }: Actor) =>
  (await exportPersonalData(service, 'provider', userId)).file.representations as Record<string, unknown>[];

test('exports the owner’s provider with its private base, and nothing of other providers', async () => {
  const owner = await makeActive(service);
  await makeOwner(service, { displayName: 'Somebody else' });
  await enter(owner.actor, { privateBase: { ...place, addressLabel: 'At home' } });
  expect(await exported(owner.actor)).toEqual([
    expect.objectContaining({
      providerId: owner.id,
      role: 'owner',
      endedAt: null,
      displayName: 'Volta Électricité',
      privateBase: { type: 'Point', coordinates: [4.25, 45.5] },
      privateBaseLabel: 'At home',
      provider: expect.objectContaining({
        names: [expect.objectContaining({ name: 'Volta Électricité', state: 'accepted' })],
      }),
    }),
  ]);
});

test('P2 the export of a removed owner has nothing that the provider holds now', async () => {
  const { actor, id } = await makeOwner(service);
  const second = await addRepresentative(service, id, 'owner');
  await enter(second.actor, { privateBase: { ...place, addressLabel: 'Home of the second' }, serviceArea });
  await second.remove(actor);
  const displayName = 'Words after the removal';
  await service.patch('/provider-workspace/me/profile', { actor, body: { displayName, summary: displayName } });
  await enter(actor, { privateBase: { ...place, addressLabel: 'Home after the removal' } });
  const [representation] = await exported(second.actor);
  expect(representation).toMatchObject({ providerId: id, role: 'owner', displayName: null, provider: null });
  expect(JSON.stringify(representation)).not.toMatch(/after the removal|Home|Polygon|Point/);
});

test('P2 a private base is exported only to the person who entered it, while they represent the provider', async () => {
  const { actor, id } = await makeOwner(service);
  const manager = await addRepresentative(service, id, 'manager');
  await enter(manager.actor, { privateBase: { ...place, addressLabel: 'Home of a manager' } });
  await enter(actor, { privateBase: { ...place, addressLabel: 'Home of a manager' } });
  expect(JSON.stringify(await exported(actor))).not.toContain('Home of a manager');
  expect(await exported(manager.actor)).toMatchObject([{ privateBaseLabel: 'Home of a manager', provider: null }]);
  await manager.remove(actor);
  expect(JSON.stringify(await exported(manager.actor))).not.toContain('Home of a manager');
  await enter(actor, { privateBase: { ...place, addressLabel: 'Another home' } });
  expect(await exported(actor)).toMatchObject([{ privateBaseLabel: 'Another home' }]);
});

test('T6 a service area is exported only to the person who set it, while they represent the provider', async () => {
  const { actor, id } = await makeOwner(service);
  const manager = await addRepresentative(service, id, 'manager');
  await enter(manager.actor, { serviceArea });
  await enter(actor, { serviceArea });
  expect(JSON.stringify(await exported(actor))).not.toContain('Polygon');
  expect(await exported(manager.actor)).toMatchObject([{ serviceArea }]);
  await manager.remove(actor);
  expect(JSON.stringify(await exported(manager.actor))).not.toContain('Polygon');
  await enter(actor, { serviceArea: squareAround(place, 0.3) });
  expect(await exported(actor)).toMatchObject([{ serviceArea: squareAround(place, 0.3) }]);
});

test('a base from before is of the person who enters it again', async () => {
  const { actor } = await makeOwner(service);
  const privateBase = { ...place, addressLabel: 'Home from before' };
  await enter(actor, { privateBase });
  await service.db.updateTable('private_base').set({ entered_by: null }).execute();
  expect(await exported(actor)).toMatchObject([{ privateBaseLabel: null }]);
  await enter(actor, { privateBase });
  expect(await exported(actor)).toMatchObject([{ privateBaseLabel: 'Home from before' }]);
});

test('premises are exported to whoever consents to them, whatever their role, until they leave', async () => {
  const { actor, id } = await makeOwner(service);
  const manager = await addRepresentative(service, id, 'manager');
  await enter(manager.actor, { publicPremises: { ...place, addressLabel: 'Shop of a manager', consent: true } });
  const shop = { publicPremisesLabel: 'Shop of a manager', publicPremisesConsentedAt: expect.any(String) };
  expect(await exported(actor)).toMatchObject([{ publicPremisesLabel: null }]);
  expect(await exported(manager.actor)).toMatchObject([shop]);
  await enter(actor, { publicPremises: { ...place, addressLabel: 'Shop of a manager', consent: true } });
  expect(await exported(actor)).toMatchObject([shop]);
  await manager.remove(actor);
  expect(await exported(manager.actor)).toMatchObject([{ publicPremisesLabel: null }]);
});
