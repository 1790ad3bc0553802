import type { EventType } from '@trust/contracts/event';
import { type Insertable, sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../database/db.ts';
import { onFor, type Subscription } from './subscription.ts';

type TablesOf<App> = App extends { db: Database<infer Tables> } ? Tables : never;
type Column<Row> = keyof Insertable<Row> & string;

type Kept<Row> = {
  key: Column<Row> | readonly Column<Row>[];
  /** Only these columns of a row may change; by default all but the key. */
  changes?: readonly Column<Row>[];
  /** The time of the state, where a snapshot may come after later events: an older state changes nothing. */
  newest?: Column<Row>;
};

type Projection<App, Payload extends z.ZodType, Table extends keyof TablesOf<App> & string> = Kept<
  TablesOf<App>[Table]
> & {
  /** Events with the whole state of the thing: of its changes, and its snapshot. */
  of: readonly EventType<Payload>[];
  table: Table;
  /** Undefined: the thing is not kept here. */
  row: (payload: z.output<Payload>) => Insertable<TablesOf<App>[Table]> | undefined;
};

/**
 * Returns `projection({ of, table, key, row })`: the subscriptions that keep one row for each thing of another service
 * at its announced state. The inbox applies the events of a thing in order, and each once (promises E2, E3).
 */
export function projectionFor<App>() {
  const on = onFor<App>();
  return function projection<Payload extends z.ZodType, Table extends keyof TablesOf<App> & string>({
    of,
    table,
    row,
    ...kept
  }: Projection<App, Payload, Table>): Subscription<App>[] {
    return on.each(of, async (payload, { trx }) => {
      const values = row(payload);
      if (values) await saveState(trx as Transaction<TablesOf<App>>, table, kept, values);
    });
  };
}

/** Keeps a row at the announced state, for handlers with further effects. Returns false if nothing changed. */
export async function saveState<Tables, Table extends keyof Tables & string>(
  trx: Transaction<Tables>,
  table: Table,
  { key, changes, newest }: Kept<Tables[Table]>,
  row: Insertable<Tables[Table]>,
): Promise<boolean> {
  const values = Object.entries(row);
  const keys = [key].flat();
  const changing = changes ?? values.map(([column]) => column).filter((column) => !keys.includes(column as never));
  const stored = sql.join(changing.map((column) => sql.ref(`${table}.${column}`)));
  const announced = sql.join(changing.map((column) => sql.ref(`excluded.${column}`)));
  const isOlder = newest && sql`${sql.ref(`${table}.${newest}`)} > ${sql.ref(`excluded.${newest}`)}`;
  const { numAffectedRows = 0n } = await sql`
    insert into ${sql.table(table)} (${sql.join(values.map(([column]) => sql.ref(column)))})
    values (${sql.join(values.map(([, value]) => value))})
    on conflict (${sql.join(keys.map((column) => sql.ref(column)))}) do update
    set ${sql.join(changing.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`))}
    where (${stored}) is distinct from (${announced})${isOlder ? sql` and not ${isOlder}` : sql``}`.execute(trx);
  return numAffectedRows > 0n;
}
