import { randomUUID } from 'node:crypto';
import { actorChanged } from '@trust/contracts/events/identity';
import { representativeAssigned, representativeEnded } from '@trust/contracts/events/provider';
import { expect, test } from 'vitest';
import { member, resolverOf, startIdentity } from '../../test/service.ts';

test('A4 an assignment that ends is gone from the next answer of identity, and the gateway is told', async () => {
  await using identity = await startIdentity();
  const { actorOf } = await resolverOf(identity);
  const { accessToken, actor } = await member(identity);
  const assignment = {
    assignmentId: randomUUID(),
    providerId: randomUUID(),
    userId: actor.userId,
    role: 'owner',
  } as const;
  await identity.deliver(representativeAssigned, assignment);
  const { assignmentId, providerId, role, userId } = assignment;
  expect((await actorOf(accessToken))?.assignments).toEqual([{ assignmentId, providerId, role }]);

  await identity.deliver(representativeEnded, { assignmentId, providerId, userId });
  expect((await actorOf(accessToken))?.assignments).toEqual([]);
  expect(await identity.emitted(actorChanged)).toEqual([{ userId }, { userId }]);
});
