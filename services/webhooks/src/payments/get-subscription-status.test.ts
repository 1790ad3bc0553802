import { randomUUID } from 'node:crypto';
import { person, representative } from '@trust/service-testing/actors';
import { expect, test } from 'vitest';
import { startWebhooks } from '../../test/service.ts';

test('a provider has no subscription as long as nobody can have one; the status can only be read', async () => {
  await using service = await startWebhooks();
  const path = '/provider-workspace/me/subscription-status';
  const providerId = randomUUID();
  const one = representative(providerId, 'contributor');
  const answer = await service.get(path, { actor: one });
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.body).toEqual({ status: 'none', currentPeriodEndsAt: null, readOnly: true });
  for (const method of ['post', 'put', 'patch', 'delete'] as const)
    expect((await service[method](path, { actor: one, body: {} })).status).toBe(404);
  expect((await service.get(path, { actor: person() })).status).toBe(404);
  const both = person({ assignments: [...one.assignments, ...representative(randomUUID()).assignments] });
  expect((await service.get(path, { actor: both })).status).toBe(409);
});
