import pg from 'pg';
import type { Session } from './session.ts';

const progressInterval = 5000;

/** Keeps a valid index of this name. An invalid one is what a crash or a violated uniqueness left: it is dropped first. */
export async function createIndexConcurrently(session: Session, name: string, statement: string): Promise<void> {
  const state = await stateOf(session, name);
  if (state === 'valid') return;
  if (state === 'invalid') {
    session.report(`${name} was not finished. It is made again.`);
    await session.client.query(`drop index concurrently ${pg.escapeIdentifier(name)}`);
  }
  await using _progress = await reportProgress(session, name);
  await session.client.query(statement);
}

export async function dropIndexConcurrently(session: Session, name: string, statement: string): Promise<void> {
  if ((await stateOf(session, name)) !== 'missing') await session.client.query(statement);
}

async function stateOf({ client }: Session, name: string): Promise<'missing' | 'invalid' | 'valid'> {
  const { rows } = await client.query<{ is_valid: boolean }>(
    'select indisvalid as is_valid from pg_index where indexrelid = to_regclass($1)',
    [pg.escapeIdentifier(name)],
  );
  const [index] = rows;
  if (!index) return 'missing';
  return index.is_valid ? 'valid' : 'invalid';
}

/** From a connection of its own, because that of the session is at work. */
async function reportProgress({ url, client, report }: Session, name: string): Promise<AsyncDisposable> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const watcher = new pg.Client({ connectionString: url });
  watcher.on('error', () => {});
  await watcher.connect();
  const timer = setInterval(() => {
    void watcher
      .query<{ phase: string; percent: string | null }>(
        `select phase, round(100.0 * blocks_done / nullif(blocks_total, 0)) as percent
         from pg_stat_progress_create_index where pid = $1`,
        [rows[0]?.pid],
      )
      .then(({ rows: [progress] }) => {
        if (progress) report(`${name}: ${progress.phase}${progress.percent === null ? '' : `, ${progress.percent} %`}`);
      })
      .catch(() => {});
  }, progressInterval);
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await watcher.end();
    },
  };
}
