import { gauges } from '../observability/meter.ts';

type Pool = { totalCount: number; idleCount: number; waitingCount: number };

/** Exports the used and idle connections of a pool, and the requests that wait for one. */
export function measurePool(pool: Pool): Disposable {
  const units = { 'db.client.connection.count': '{connection}', 'db.client.connection.pending_requests': '{request}' };
  return gauges(units, async () => [
    { name: 'db.client.connection.count', value: pool.totalCount - pool.idleCount, attributes: { state: 'used' } },
    { name: 'db.client.connection.count', value: pool.idleCount, attributes: { state: 'idle' } },
    { name: 'db.client.connection.pending_requests', value: pool.waitingCount },
  ]);
}
