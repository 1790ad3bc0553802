import { randomUUID } from 'node:crypto';
import { providerChanged } from '@trust/contracts/events/provider';
import { representativeAssigned } from '@trust/contracts/events/representatives';
import { expect, test } from 'vitest';
import { member, startIdentity } from '../../../test/service.ts';

const nowhere = { privateBaseConfigured: false, publicPremisesConfigured: false, serviceAreaConfigured: false };

test('the profile names the workspaces of the person and their states, as they are now, and no other', async () => {
  await using identity = await startIdentity();
  const { actor } = await member(identity);
  const [providerId, other] = [randomUUID(), randomUUID()];
  const providers = async () => (await identity.get('/account/profile', { actor })).body.providers;
  const assignmentId = randomUUID();
  await identity.deliver(representativeAssigned, { assignmentId, providerId, userId: actor.userId, role: 'owner' });
  expect(await providers()).toEqual([{ providerId, role: 'owner', displayName: null, state: null, publication: null }]);

  const facts = { providerId, publicProviderId: 'k7Rq2mXw9TzB4nVd', location: nowhere };
  const drafted = { ...facts, displayName: 'Martin', state: 'draft', publication: 'unpublished' } as const;
  await identity.deliver(providerChanged, drafted);
  await identity.deliver(providerChanged, { ...drafted, providerId: other, displayName: 'Somebody else' });
  expect(await providers()).toEqual([
    { providerId, role: 'owner', displayName: 'Martin', state: 'draft', publication: 'unpublished' },
  ]);
  await identity.deliver(providerChanged, {
    ...drafted,
    displayName: 'Martin & fils',
    state: 'active',
    publication: 'published',
  });
  expect(await providers()).toMatchObject([
    { displayName: 'Martin & fils', state: 'active', publication: 'published' },
  ]);
});
