import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { unavailable } from '../problems/problem.ts';
import { currentRequest, remainingTime } from '../request-scope.ts';
import { isConnectionLost, sqlState } from './sql-error.ts';

const tooManyConnections = '53300';

/** Retries until the pool's timeout: Postgres may start or fail over (promise C6). A request waits only once. Whatever else refuses it a
 * connection is 503. */
export async function connectWithRetry(pool: pg.Pool): Promise<pg.PoolClient> {
  const request = currentRequest();
  if (request?.hasLostDatabase) throw unavailable({ upstream: 'postgres', reason: 'away earlier in the request' });
  const until = performance.now() + Math.min(pool.options.connectionTimeoutMillis ?? 0, remainingTime());
  for (;;) {
    try {
      return await pool.connect();
    } catch (error) {
      const isRefused = isConnectionLost(error) || sqlState(error) === tooManyConnections;
      const pause = randomInt(20, 100);
      if (!isRefused || performance.now() + pause > until) {
        if (!request) throw error;
        request.hasLostDatabase = true;
        // No request is the reason of a failed connection: on a full disk Postgres says XX000.
        const state = sqlState(error);
        throw state && !isRefused ? unavailable({ upstream: 'postgres', reason: state, err: error }) : error;
      }
      await delay(pause);
    }
  }
}
