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

test.each([
  ['2027-01-31T10:00:00.000Z', '2027-02-28T10:00:00.000Z'],
  ['2028-01-30T10:00:00.000Z', '2028-02-29T10:00:00.000Z'],
  ['2027-12-31T10:00:00.000Z', '2028-01-31T10:00:00.000Z'],
])('a month that is paid on %s ends on %s, to the millisecond', async (paidAt, endsAt) => {
  await using service = await startWebhooks();
  const actor = representative(randomUUID());
  service.clock.now = new Date(paidAt);
  const body = { planKey: await service.plan(1000) };
  await service.post('/payments/intents', { actor, body, headers: { 'idempotency-key': randomUUID() } });
  await service.settle();
  const status = async () => (await service.get('/provider-workspace/me/subscription-status', { actor })).body;
  service.clock.now = new Date(Date.parse(endsAt) - 1);
  expect(await status()).toMatchObject({ status: 'active', currentPeriodEndsAt: endsAt });
  service.clock.now = new Date(endsAt);
  expect(await status()).toMatchObject({ status: 'ended', currentPeriodEndsAt: endsAt });
});
