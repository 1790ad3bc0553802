import { type DatabaseService, serviceDatabases } from '../local/services.ts';
import { type UrlOf, withClient } from './server.ts';

type Position = { aggregate_id: string; last_seq: string };

/**
 * Makes the next event of each aggregate follow the last one that any consumer has read, in a service whose database is
 * older than theirs. Otherwise consumers take new events for late ones (ADR 0005). Returns the number of aggregates.
 * `isStreamLost`: consumers that had not read the lost events never will, so they move past them.
 */
export async function continueNumbers(
  urlOf: UrlOf,
  service: DatabaseService,
  { isStreamLost }: { isStreamLost: boolean },
): Promise<number> {
  const consumers = serviceDatabases.filter((one) => one !== service);
  const read = new Map<string, number>();
  for (const consumer of consumers)
    for (const { aggregate_id, last_seq } of await positionsOf(urlOf(consumer), service))
      read.set(aggregate_id, Math.max(read.get(aggregate_id) ?? 0, Number(last_seq)));
  const raised = await raise(urlOf(service), read);
  if (isStreamLost && raised.length > 0)
    for (const consumer of consumers) await movePast(urlOf(consumer), service, raised);
  return raised.length;
}

function positionsOf(url: string, publisher: DatabaseService): Promise<Position[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<Position>(
      `select substr(aggregate_id, length($1) + 2) as aggregate_id, max(last_seq) as last_seq
       from inbox_position where aggregate_id like $1 || '/%' group by 1`,
      [publisher],
    );
    return rows;
  });
}

function raise(url: string, read: Map<string, number>): Promise<Position[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<Position>(
      `insert into aggregate_sequence as known (aggregate_id, last_seq)
       select id, seq from unnest($1::text[], $2::bigint[]) as read (id, seq) where seq > 0
       on conflict (aggregate_id) do update set last_seq = excluded.last_seq where known.last_seq < excluded.last_seq
       returning aggregate_id, last_seq`,
      [[...read.keys()], [...read.values()]],
    );
    return rows;
  });
}

async function movePast(url: string, publisher: DatabaseService, raised: Position[]): Promise<void> {
  await withClient(url, (client) =>
    client.query(
      `update inbox_position known set last_seq = raised.seq
       from unnest($2::text[], $3::bigint[]) as raised (id, seq)
       where known.aggregate_id = $1 || '/' || raised.id and known.last_seq < raised.seq`,
      [publisher, raised.map((one) => one.aggregate_id), raised.map((one) => one.last_seq)],
    ),
  );
}
