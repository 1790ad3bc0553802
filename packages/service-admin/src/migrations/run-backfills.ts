import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Backfill, readBackfills, registerBackfills } from './backfills.ts';
import { MigrationError } from './migration-error.ts';
import { inTransaction, openSession, type Report, type Session, untilUnblocked } from './session.ts';

type Options = {
  /** Of the database's owner. */
  url: string;
  /** Of the service's migrations. */
  folder: string;
  report?: Report;
  /** Ends the run after its batch; the next run goes on from there. */
  signal?: AbortSignal;
  /** Part of the time in which batches run, above 0 and at most 1; the rest is the services'. */
  share?: number;
};

const smallestBatch = 100;
const largestBatch = 20_000;
/** Milliseconds that a batch should take: it holds the locks of its rows for so long. */
const wantedTime = 100;
const reportInterval = 5000;
/** A service may hold a row of the batch for as long as one of its transactions. */
const batchAttempts = 20;

/** Runs the registered backfills of a database that are not finished, one after the other; returns the finished ones. */
export async function runBackfills({
  url,
  folder,
  report = () => {},
  signal,
  share = 0.5,
}: Options): Promise<string[]> {
  const backfills = await readBackfills(folder);
  await using session = await openSession(url, 'backfill', report);
  await registerBackfills(session, backfills);
  const finished: string[] = [];
  for (const backfill of backfills) {
    if (signal?.aborted) break;
    if (await run(session, backfill, { signal, share })) finished.push(backfill.name);
  }
  return finished;
}

type Progress = { last_key: string | null; rows_done: string; rows_expected: string; finished_at: Date | null };

/** True if this run finished it. */
async function run(
  session: Session,
  backfill: Backfill,
  { signal, share }: { signal: AbortSignal | undefined; share: number },
): Promise<boolean> {
  const { client, report } = session;
  const { rows } = await client.query<Progress>('select * from backfill where name = $1', [backfill.name]);
  const [progress] = rows;
  if (!progress || progress.finished_at) return false;
  await assertUniqueKey(session, backfill);
  let last = progress.last_key;
  let done = Number(progress.rows_done);
  let size = smallestBatch;
  let reported = performance.now();
  while (!signal?.aborted) {
    const batch = await keysAfter(session, backfill, last, size);
    if (!batch) {
      await client.query('update backfill set finished_at = now() where name = $1', [backfill.name]);
      await client.query(`analyze ${pg.escapeIdentifier(backfill.relation)}`);
      report(`${backfill.name}: finished, ${done} rows`);
      return true;
    }
    const started = performance.now();
    await changeRows(session, backfill, batch);
    const taken = performance.now() - started;
    [last, done] = [batch.last, done + batch.count];
    if (performance.now() - reported > reportInterval) {
      reported = performance.now();
      report(`${backfill.name}: ${done} of about ${progress.rows_expected} rows`);
    }
    size = Math.round(Math.min(Math.max((size * wantedTime) / taken, size / 2, smallestBatch), size * 2, largestBatch));
    await delay(taken * (1 / share - 1));
  }
  return false;
}

type Batch = { first: string; last: string; count: number };

async function keysAfter(
  { client }: Session,
  { relation, key }: Backfill,
  last: string | null,
  size: number,
): Promise<Batch | undefined> {
  const column = pg.escapeIdentifier(key);
  const { rows } = await client.query<{ key: string }>(
    `select ${column}::text as key from ${pg.escapeIdentifier(relation)} r
     ${last === null ? '' : `where r.${column} > $1`} order by r.${column} limit ${size}`,
    last === null ? [] : [last],
  );
  const [first] = rows;
  const end = rows.at(-1);
  return first && end && { first: first.key, last: end.key, count: rows.length };
}

/** The record of the progress commits with the rows, so a crash repeats nothing and leaves nothing out. */
async function changeRows(
  session: Session,
  { name, path, statement }: Backfill,
  { first, last, count }: Batch,
): Promise<void> {
  const { client } = session;
  const change = async () => {
    await client.query(statement, [first, last]);
    await client.query('update backfill set last_key = $2, rows_done = rows_done + $3 where name = $1', [
      name,
      last,
      count,
    ]);
  };
  await untilUnblocked(() => inTransaction(session, change), batchAttempts).catch((error: Error) => {
    throw new MigrationError(`${path}: ${error.message}, in the rows from ${first} to ${last}. They are unchanged.`, {
      cause: error,
    });
  });
}

/** Without a unique index a batch would leave out rows, and each would read the whole table. */
async function assertUniqueKey({ client }: Session, { path, relation, key }: Backfill): Promise<void> {
  const { rows } = await client.query(
    `select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
     where i.indrelid = to_regclass($1) and i.indisunique and i.indisvalid and i.indnkeyatts = 1 and i.indpred is null
       and a.attname = $2 and a.attnotnull`,
    [pg.escapeIdentifier(relation), key],
  );
  if (rows.length === 0)
    throw new MigrationError(
      `${path}: ${relation}.${key} has no unique index, or may be null. Choose the primary key.`,
    );
}
