import { expect } from 'vitest';
import type { ProviderService } from './service.ts';

/** Until this many sessions of the service wait for a lock. */
export async function waitForLocks({ db }: ProviderService, count: number): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect
    .poll(async () => (await db.pool.query(waiting)).rowCount, { timeout: 1500 })
    .toBeGreaterThanOrEqual(count);
}
