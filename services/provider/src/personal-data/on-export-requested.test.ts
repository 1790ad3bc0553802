import { exportPersonalData } from '@trust/service-testing/personal-data';
import { expect, test } from 'vitest';
import { makeActive, makeOwner } from '../../test/make.ts';
import { startProvider } from '../../test/service.ts';

test('exports the owner’s provider with its private base, and nothing of other providers', async () => {
  await using service = await startProvider();
  const owner = await makeActive(service);
  await makeOwner(service, { displayName: 'Somebody else' });
  const privateBase = { latitude: 45.5, longitude: 4.25, addressLabel: 'At home' };
  await service.put('/provider-workspace/me/location', { actor: owner.actor, body: { privateBase } });
  const { file } = await exportPersonalData(service, 'provider', owner.actor.userId);
  expect(file.representations).toEqual([
    expect.objectContaining({
      providerId: owner.id,
      role: 'owner',
      endedAt: null,
      provider: expect.objectContaining({
        privateBase: { type: 'Point', coordinates: [4.25, 45.5] },
        privateBaseLabel: 'At home',
        names: [expect.objectContaining({ name: 'Volta Électricité', state: 'accepted' })],
      }),
    }),
  ]);
});
