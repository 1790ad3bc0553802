import pg from 'pg';

export type BackfillProgress = {
  name: string;
  relation: string;
  rowsDone: number;
  /** As Postgres estimated when the backfill was registered. */
  rowsExpected: number;
  isFinished: boolean;
};

/** The registered backfills of a database, oldest first. */
export async function readProgress(url: string): Promise<BackfillProgress[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rows } = await client.query<BackfillProgress>(
      `select name, relation, rows_done::float8 as "rowsDone", rows_expected::float8 as "rowsExpected",
         finished_at is not null as "isFinished"
       from backfill order by registered_at, name`,
    );
    return rows;
  } finally {
    await client.end();
  }
}
