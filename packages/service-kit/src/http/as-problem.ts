import { isConnectionLost, sqlState } from '../database/sql-error.ts';
import { Problem, unavailable } from '../problems/problem.ts';

/** Postgres unavailable is 503 (promise C5). Returns undefined for other errors: a 500 without details (promise D4). */
export function asProblem(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  const state = sqlState(error);
  const isOutOfTime =
    error instanceof Error && /timeout exceeded when trying to connect|Query read timeout/.test(error.message);
  if ((state && /^(08|57|53|40|55P03|25006)/.test(state)) || isConnectionLost(error) || isOutOfTime)
    return unavailable({
      upstream: 'postgres',
      reason: isOutOfTime ? 'out of time' : (state ?? 'connection lost'),
      err: error,
    });
  return undefined;
}
