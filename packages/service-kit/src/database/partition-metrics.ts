import { type QueryExecutorProvider, sql } from 'kysely';
import { gauges } from '../observability/meter.ts';

/** Exports for how many days, with fractions, every partitioned table takes rows. */
export function measurePartitions(db: QueryExecutorProvider, now: () => Date): Disposable {
  return gauges({ 'trust.partitions.days_ahead': '{day}' }, async () => {
    const value = await partitionDaysAhead(db, now());
    return [{ name: 'trust.partitions.days_ahead' as const, value }];
  });
}

/** Of the table whose last partition ends first; 0 and less if one has none. */
export async function partitionDaysAhead(db: QueryExecutorProvider, now: Date): Promise<number> {
  const { rows } = await sql<{ days: number }>`
    select coalesce(extract(epoch from min(ends_at) - ${now}) / 86400, 0)::float8 as days from (
      select coalesce(max(to_date(right(c.relname, 8), 'YYYYMMDD') + 7), 'epoch')::timestamp at time zone 'UTC' as ends_at
      from partitioned_table t left join pg_inherits i on i.inhparent = to_regclass(t.name) left join pg_class c on c.oid = i.inhrelid
      group by t.name) last`.execute(db);
  return rows[0]?.days ?? 0;
}
