import { randomUUID } from 'node:crypto';
import { actorChanged } from '@trust/contracts/events/identity';
import { representativeAssigned, representativeEnded } from '@trust/contracts/events/representatives';
import { expect, test } from 'vitest';
import { member, resolverOf, startIdentity } from '../../../test/service.ts';

test('A4 removes an ended assignment from the next assertion and announces the change', async () => {
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
