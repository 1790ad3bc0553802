import { type QueryExecutorProvider, sql } from 'kysely';
import { gauges } from '../observability/meter.ts';

/** Exports how many rows each unfinished backfill has left, at least 1; a finished one has no value. */
export function measureBackfills(db: QueryExecutorProvider): Disposable {
  return gauges({ 'trust.backfill.rows_left': '{row}' }, async () => {
    const { rows } = await sql<{ name: string; left: number }>`
      select name, greatest(rows_expected - rows_done, 1)::float8 as left from backfill where finished_at is null`.execute(
      db,
    );
    return rows.map(({ name, left }) => ({
      name: 'trust.backfill.rows_left' as const,
      value: left,
      attributes: { 'trust.backfill': name },
    }));
  });
}
