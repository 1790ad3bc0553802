import { sql } from 'kysely';
import type { TrxOf } from '../database/db.ts';
import type { AnyDatabase, AnyTrx } from '../database/transaction.ts';

/** A kind of aggregate. `announce` locks the one with the key and emits its whole state, or nothing. */
export type SnapshotSource<App> = {
  thing: string;
  table: string;
  key: string;
  announce(trx: TrxOf<App>, key: string, app: App): Promise<unknown>;
};

export type SnapshotProgress = {
  thing: string;
  announced: number;
  total: number;
  startedAt: string;
  isFinished: boolean;
};

type Run = { thing: string; after_key: string | null; announced: string; total: string; started_at: Date };
type Parts<App> = { db: AnyDatabase; app: App; sources: readonly SnapshotSource<App>[] };

/** Continues an unfinished run, unless `isNew`. Returns whether it continues one. */
export function beginRun<App>({ db, sources }: Parts<App>, isNew = false): Promise<boolean> {
  return db.transact(async (trx) => {
    let total = 0;
    for (const { table } of sources) {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(
        trx,
      );
      total += rows[0]?.count ?? 0;
    }
    const { numAffectedRows } = await sql`
      insert into snapshot_run as run (thing, total) values (${sources[0]?.thing ?? ''}, ${total})
      on conflict (is_only_row) do update set started_at = excluded.started_at, finished_at = null, thing = excluded.thing,
        after_key = null, announced = 0, total = excluded.total
      where run.finished_at is not null or ${isNew}::boolean`.execute(trx);
    return numAffectedRows === 0n;
  });
}

export async function readProgress(db: AnyDatabase): Promise<SnapshotProgress | undefined> {
  const { rows } = await sql<Run & { finished_at: Date | null }>`select * from snapshot_run`.execute(db);
  const [run] = rows;
  return run && progressOf(run, run.finished_at !== null);
}

/** One aggregate in a transaction with its place in the run: a crash neither skips nor repeats it. */
export function announceNext<App>({ db, app, sources }: Parts<App>): Promise<SnapshotProgress | undefined> {
  return db.transact(async (trx) => {
    const { rows } = await sql<Run>`select * from snapshot_run where finished_at is null for update`.execute(trx);
    const [run] = rows;
    if (!run) return undefined;
    const next = await findNext(trx, sources, run);
    if (!next) {
      await sql`update snapshot_run set finished_at = clock_timestamp()`.execute(trx);
      return progressOf(run, true);
    }
    await next.source.announce(trx as TrxOf<App>, next.key, app);
    const announced = `${Number(run.announced) + 1}`;
    await sql`
      update snapshot_run set thing = ${next.source.thing}, after_key = ${next.key}, announced = ${announced}`.execute(
      trx,
    );
    return progressOf({ ...run, announced, thing: next.source.thing }, false);
  });
}

async function findNext<App>(trx: AnyTrx, sources: readonly SnapshotSource<App>[], { thing, after_key }: Run) {
  const begun = Math.max(
    0,
    sources.findIndex((source) => source.thing === thing),
  );
  for (const [index, source] of sources.slice(begun).entries()) {
    const key = sql.ref(source.key);
    const rest = index === 0 && after_key !== null ? sql`where ${key} > ${after_key}` : sql``;
    const { rows } = await sql<{ key: string }>`
      select ${key}::text as key from ${sql.table(source.table)} ${rest} order by ${key} limit 1`.execute(trx);
    if (rows[0]) return { source, key: rows[0].key };
  }
  return undefined;
}

function progressOf({ thing, announced, total, started_at }: Run, isFinished: boolean): SnapshotProgress {
  return {
    thing,
    announced: Number(announced),
    total: Number(total),
    startedAt: started_at.toISOString(),
    isFinished,
  };
}
