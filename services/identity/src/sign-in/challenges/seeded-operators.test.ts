import { expect, test } from 'vitest';
import { challenge, newAddress, startIdentity } from '../../../test/service.ts';

type Identity = Awaited<ReturnType<typeof startIdentity>>;
const operator = 'triage@example.test';
const request = (identity: Identity, identifier: string) =>
  identity.post('/auth/challenges', { body: { channel: 'email', identifier } });

test('development mode lets a seeded operator request codes at once, more often than any limit', async () => {
  await using identity = await startIdentity({ mode: 'development' });
  for (let count = 0; count < 12; count += 1) await challenge(identity, operator);
  const { challengeId, code } = await challenge(identity, operator);
  const { status } = await identity.post(`/auth/challenges/${challengeId}/verify`, { body: { code } });
  expect(status).toBe(200);
});

test('development mode limits everybody else', async () => {
  await using identity = await startIdentity({ mode: 'development' });
  const other = newAddress();
  await challenge(identity, other);
  expect((await request(identity, other)).status).toBe(429);
});

test('production limits the addresses of the seeded operators', async () => {
  await using identity = await startIdentity();
  await challenge(identity, operator);
  expect((await request(identity, operator)).status).toBe(429);
  for (const _next of [2, 3]) {
    identity.advanceClock(61);
    await challenge(identity, operator);
  }
  identity.advanceClock(61);
  expect((await request(identity, operator)).status).toBe(429);
});
