import type { JsMsg } from '@nats-io/jetstream';
import { isSnapshot, subjectOf } from '@trust/contracts/event';
import type { AnyDatabase } from '@trust/service-kit/database/transaction';
import { applyBatch, type Delivery, readDelivery } from '@trust/service-kit/inbox/inbox';
import { bindHandler, type Subscription } from '@trust/service-kit/inbox/subscription';
import { headersOf, type OutboxRow, outboxColumns } from '@trust/service-kit/outbox/envelope';
import { sql } from 'kysely';

type Publisher = { db: AnyDatabase };
// biome-ignore lint/suspicious/noExplicitAny: each service has an app of its own
type Consumer = { db: AnyDatabase; app: any };

/** Carries outboxes to one consumer through its inbox, as NATS would. It returns the types that wait. */
export function carrierTo(
  name: string,
  consumer: Consumer,
  subscriptions: readonly Subscription<never>[],
  arrange = (rows: OutboxRow[]) => rows,
) {
  const handlers = subscriptions.map((one) => bindHandler(one as Subscription<unknown>, consumer.app));
  const snapshots = subscriptions.filter(({ type }) => isSnapshot(type.type));
  const aggregates = new Set(snapshots.map(({ type }) => type.aggregate?.name));
  const positions = new Map<Publisher, string>();
  let streamSequence = 0;

  async function unread(publisher: Publisher): Promise<OutboxRow[]> {
    const { rows } = await sql<OutboxRow>`
      select ${sql.raw(outboxColumns)} from outbox
      where position > ${positions.get(publisher) ?? '0'}::bigint order by position`.execute(publisher.db);
    positions.set(publisher, rows.at(-1)?.position ?? positions.get(publisher) ?? '0');
    return arrange(rows.filter(({ aggregate }) => aggregates.has(aggregate)));
  }

  /** Returns the rows that wait for a predecessor. */
  async function apply(rows: readonly OutboxRow[]): Promise<OutboxRow[]> {
    const deliveries = rows.map((row) => {
      streamSequence += 1;
      return readDelivery(messageOf(row, streamSequence), handlers);
    });
    const outcomes = await applyBatch(consumer.db, name, deliveries);
    return rows.filter((_row, index) => outcomes.get(deliveries[index] as Delivery) !== 'done');
  }

  let waiting: OutboxRow[] = [];
  return async (publisher: Publisher): Promise<string[]> => {
    const rows = await unread(publisher);
    waiting = rows.length + waiting.length > 0 ? [...(await apply(rows)), ...(await apply(waiting))] : [];
    return waiting.map(({ type }) => type);
  };
}

function messageOf(row: OutboxRow, streamSequence: number): JsMsg {
  const info = { stream: 'TEST', streamSequence, deliveryCount: 1, timestampNanos: Date.now() * 1e6 };
  const message = {
    subject: subjectOf(row.type, row.aggregate),
    headers: headersOf(row),
    string: () => row.payload,
    info,
  };
  return message as never;
}

/** The rows of a table without the columns, in one order. */
export async function rowsOf({ db }: Publisher, table: string, without: readonly string[] = []): Promise<unknown[]> {
  const { rows } = await sql<{ row: unknown }>`
    select to_jsonb(t) - ${without}::text[] as row from ${sql.table(table)} t order by 1`.execute(db);
  return rows.map(({ row }) => row);
}

export async function filledTables({ db }: Publisher): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from (
      select table_name as name,
        query_to_xml(format('select exists (select from %I) as filled', table_name), true, true, '')::text as filled
      from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
    ) t where filled like '%<filled>true%' order by name`.execute(db);
  return rows.map(({ name }) => name);
}
