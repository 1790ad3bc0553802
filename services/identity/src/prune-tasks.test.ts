import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { challenge, newAddress, signIn, startIdentity } from '../test/service.ts';

const day = 86_400_000;

test('deletes tokens, replies and keys when they expire, a challenge a day later, and none before', async () => {
  await using identity = await startIdentity();
  const { refreshToken } = await signIn(identity, newAddress());
  await identity.post('/auth/refresh', { body: { refreshToken }, headers: { 'idempotency-key': randomUUID() } });
  // Nobody answers it.
  await challenge(identity, newAddress());
  const tables = ['refresh_reply', 'data_key', 'access_token', 'challenge', 'refresh_token'] as const;
  for (const name of tables) {
    const table = sql.table(name);
    const { rows } = await sql<{ id: string; at: Date }>`
      select ctid::text as id, expires_at as at from ${table} where expires_at is not null order by at limit 1`.execute(
      identity.db,
    );
    const { id, at } = rows[0] ?? { id: '', at: new Date(0) };
    const isLeft = async () =>
      (await sql`select from ${table} where ctid = ${id}::tid`.execute(identity.db)).rows.length === 1;
    // `npm run sms` reports on the last day, including its first moment.
    const end = at.getTime() - identity.clock.now.getTime() + (name === 'challenge' ? day + 1 : 0);
    await identity.prune((end - 1) / 1000);
    expect([name, await isLeft()]).toEqual([name, true]);
    await identity.prune(end / 1000);
    expect([name, await isLeft()]).toEqual([name, false]);
  }
});
