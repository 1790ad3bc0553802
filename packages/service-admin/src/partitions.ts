import { trustOwnCa } from '@trust/service-kit/tls/certificates';
import pg from 'pg';
import { type Report, untilUnblocked } from './migrations/session.ts';

/** Partitions exist for at least so many days: for that long nothing needs to create the next ones. */
export const daysAhead = 14;

/** Together a quarter of an hour in which other work holds the table. */
const attempts = 400;

type Options = {
  /** Of the role `maintenance`, or of the owner. */
  url: string;
  report?: Report;
  /** Ends the wait for a table that others hold. */
  signal?: AbortSignal;
};

/**
 * Creates the partitions of the next days and drops those of old weeks (ADR 0135), by the clock of the database; returns their names. If it is
 * interrupted, the next call does the rest. Throws if others hold a table all the time; weeks that it has dropped before stay dropped.
 */
export async function maintainPartitions({
  url,
  report = () => {},
  signal,
}: Options): Promise<{ created: string[]; dropped: string[] }> {
  trustOwnCa();
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'partitions',
  });
  // Without a listener a closed connection would end the process; the statement that waits for it fails.
  client.on('error', () => {});
  const notices = new Set<string>();
  // Each call for the next week repeats which ones stay.
  client.on('notice', ({ message = '' }) => {
    if (!notices.has(message)) report(message);
    notices.add(message);
  });
  await client.connect();
  try {
    const created = await client.query<{ name: string }>('select create_partitions(now(), $1) as name', [daysAhead]);
    const dropped: string[] = [];
    for (;;) {
      const name = await dropOne(client, { report, signal });
      if (!name) return { created: created.rows.map((row) => row.name), dropped };
      dropped.push(name);
    }
  } finally {
    await client.end();
  }
}

async function dropOne(
  client: pg.Client,
  { report, signal }: { report: Report; signal: AbortSignal | undefined },
): Promise<string | null> {
  let name: string | null = null;
  const drop = async () => {
    const { rows } = await client.query<{ name: string | null }>('select drop_old_partition() as name');
    name = rows[0]?.name ?? null;
  };
  await untilUnblocked(drop, attempts, (attempt) => {
    signal?.throwIfAborted();
    if (attempt === 10) report('An old partition is in use. Waiting.');
  });
  return name;
}
