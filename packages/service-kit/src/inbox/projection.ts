import type { EventType } from '@trust/contracts/event';
import { type Insertable, sql } from 'kysely';
import type { z } from 'zod';
import type { Database, TrxOf } from '../database/db.ts';
import type { AnyTrx } from '../database/transaction.ts';
import { onFor, type Subscription } from './subscription.ts';

type TablesOf<App> = App extends { db: Database<infer Tables> } ? Tables : never;
type Column<Row> = keyof Insertable<Row> & string;

type Projection<App, Payload extends z.ZodType, Table extends keyof TablesOf<App> & string> = {
  /** Events with the whole state of the thing: of its changes, and its snapshot. */
  of: readonly EventType<Payload>[];
  table: Table;
  key: Column<TablesOf<App>[Table]>;
  row: (payload: z.output<Payload>) => Insertable<TablesOf<App>[Table]>;
  /** The time of the state, where a snapshot may come after later events: an older state changes nothing. */
  newest?: Column<TablesOf<App>[Table]>;
  /** Runs in the same transaction, if the row was written. */
  after?: (trx: TrxOf<App>, payload: z.output<Payload>, app: App) => Promise<unknown>;
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
    key,
    row,
    newest,
    after,
  }: Projection<App, Payload, Table>): Subscription<App>[] {
    return on.each(of, async (payload, { trx }, app) => {
      const values = Object.entries(row(payload));
      const state = values.map(([column]) => column).filter((column) => column !== key);
      const { numAffectedRows } = await sql`
        insert into ${sql.table(table)} (${sql.join(values.map(([column]) => sql.ref(column)))})
        values (${sql.join(values.map(([, value]) => value))})
        on conflict (${sql.ref(key)}) do update
        set ${sql.join(state.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`))}
        ${newest ? sql`where ${sql.ref(`${table}.${newest}`)} <= ${sql.ref(`excluded.${newest}`)}` : sql``}`.execute(
        trx as AnyTrx,
      );
      if (numAffectedRows) await after?.(trx, payload, app);
    });
  };
}
