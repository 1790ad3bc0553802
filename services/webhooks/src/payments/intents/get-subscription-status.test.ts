import { randomUUID } from 'node:crypto';
import { person, representative } from '@trust/service-testing/actors';
import { expect, test } from 'vitest';
import { startWebhooks } from '../../../test/service.ts';

test('returns the status none, and has no route that changes it', async () => {
  await using service = await startWebhooks();
  const path = '/provider-workspace/me/subscription-status';
  const providerId = randomUUID();
  const contributor = representative(providerId, 'contributor');
  const response = await service.get(path, { actor: contributor });
  expect(response).toMatchObject({ status: 200 });
  expect(response.body).toEqual({ status: 'none', currentPeriodEndsAt: null, readOnly: true });
  for (const method of ['post', 'put', 'patch', 'delete'] as const)
    expect((await service[method](path, { actor: contributor, body: {} })).status).toBe(404);
  expect((await service.get(path, { actor: person() })).status).toBe(404);
  const both = person({ assignments: [...contributor.assignments, ...representative(randomUUID()).assignments] });
  expect((await service.get(path, { actor: both })).status).toBe(409);
});
