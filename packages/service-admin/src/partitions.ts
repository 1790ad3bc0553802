import { trustOwnCa } from '@trust/service-kit/tls/certificates';
import pg from 'pg';
import { type Report, untilUnblocked } from './migrations/session.ts';

/** So many days of partitions exist at least: what creates them may be away for that long. */
export const daysAhead = 14;

/** Each waits a tenth of a second for the lock: together a quarter of an hour of other work on the table. */
const attempts = 400;

type Options = {
  /** Of the role `maintenance`, or of the owner. */
  url: string;
  now: Date;
  report?: Report;
};

/**
 * Creates the partitions of the next days and drops those of old weeks (ADR 0135); returns their names. A repeat does what an interrupted
 * run left. Throws if a table is in use without a pause; the weeks that are dropped by then stay so.
 */
export async function maintainPartitions({
  url,
  now,
  report = () => {},
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
  // Each call for the next week to drop tells again which ones stay.
  client.on('notice', ({ message = '' }) => {
    if (!notices.has(message)) report(message);
    notices.add(message);
  });
  await client.connect();
  try {
    const created = await client.query<{ name: string }>('select create_partitions($1, $2) as name', [now, daysAhead]);
    const dropped: string[] = [];
    for (;;) {
      const name = await dropOne(client, now, report);
      if (!name) return { created: created.rows.map((row) => row.name), dropped };
      dropped.push(name);
    }
  } finally {
    await client.end();
  }
}

async function dropOne(client: pg.Client, now: Date, report: Report): Promise<string | null> {
  let name: string | null = null;
  const drop = async () => {
    const { rows } = await client.query<{ name: string | null }>('select drop_old_partition($1) as name', [now]);
    name = rows[0]?.name ?? null;
  };
  await untilUnblocked(drop, attempts, (attempt) => {
    if (attempt === 10) report('An old partition is in use. Waiting.');
  });
  return name;
}
