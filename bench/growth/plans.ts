import { openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { serviceDatabases } from '../../deploy/local/services.ts';
import { openDatabase } from '../databases.ts';
import { superuserUrl } from './fill.ts';

type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Node[];
};
type Explained = { 'Query Text': string; Plan: Node };
/** The sweep of the store runs once a minute. */
const backgroundMs = 65_000;
/** A request reads `rows`; `most` is the statement that reads most, and `scanned` are tables read as a whole. */
export type Reads = { rows: number; most: string; scanned: string[] };

/** Postgres logs the plan that it really used for each statement of a service. */
export class Plans {
  readonly #log: string;
  readonly #large: Set<string>;

  /** Statements of background work. */
  readonly #background = new Set<string>();

  private constructor(log: string, large: Set<string>) {
    this.#log = log;
    this.#large = large;
  }

  static async start(folder: string, size: number): Promise<Plans> {
    const large = new Set<string>();
    for (const name of serviceDatabases) {
      await using db = await openDatabase(superuserUrl(folder, name));
      const { rows } = await db.client.query(
        `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > $1`,
        [size / 20],
      );
      for (const { relname } of rows) large.add(relname);
    }
    await using db = await openDatabase(superuserUrl(folder, 'postgres'));
    await db.client.query(`load 'auto_explain'`);
    for (const [name, value] of Object.entries(settings))
      await db.client.query(`alter system set ${name} = '${value}'`);
    await restartSessions(db.client);
    const plans = new Plans(join(folder, 'logs/postgres.log'), large);
    for (const { 'Query Text': text } of await plans.#during(() => delay(backgroundMs))) plans.#background.add(text);
    return plans;
  }

  /**
   * Returns the mean number of rows that a request reads, and all tables that `count` requests scan. A statement counts
   * if at least half of the requests run it, and if it did not run while there were no requests.
   */
  async of(count: number, work: () => Promise<unknown>): Promise<Reads> {
    const byText = Map.groupBy(await this.#during(work), (one) => one['Query Text']);
    const scanned = new Set<string>();
    const reads: { text: string; rows: number }[] = [];
    for (const [text, executions] of byText) {
      if (executions.length < count / 2 || this.#background.has(text)) continue;
      const nodes = executions.flatMap(({ Plan: plan }) => [...nodesOf(plan)]);
      reads.push({ text, rows: nodes.reduce((sum, node) => sum + rowsOf(node), 0) });
      for (const { 'Node Type': type, 'Relation Name': table, 'Actual Loops': loops } of nodes)
        if (type === 'Seq Scan' && table && loops > 0 && this.#large.has(table)) scanned.add(table);
    }
    reads.sort((one, other) => other.rows - one.rows);
    const rows = reads.reduce((sum, one) => sum + one.rows, 0);
    return { rows: Math.round(rows / count), most: reads[0]?.text ?? '', scanned: [...scanned] };
  }

  async #during(work: () => Promise<unknown>): Promise<Explained[]> {
    const from = statSync(this.#log).size;
    await work();
    await delay(300);
    const bytes = Buffer.alloc(statSync(this.#log).size - from);
    readSync(openSync(this.#log, 'r'), bytes, 0, bytes.length, from);
    const entries = bytes.toString('utf8').split(/^(?=\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)/m);
    return entries.flatMap((entry) => {
      const start = entry.indexOf('plan:\n');
      return start < 0 ? [] : [JSON.parse(entry.slice(start + 6).replaceAll('\n\t', '\n')) as Explained];
    });
  }

  static async stop(folder: string): Promise<void> {
    await using db = await openDatabase(superuserUrl(folder, 'postgres'));
    await db.client.query(`load 'auto_explain'`);
    for (const name of Object.keys(settings)) await db.client.query(`alter system reset ${name}`);
    await restartSessions(db.client);
  }
}

const settings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'warning',
};

/** Settings of a session apply to new ones: the services connect again. */
async function restartSessions(client: Client): Promise<void> {
  await client.query('select pg_reload_conf()');
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename like '%\\_app'`);
  await delay(3000);
}

function rowsOf(node: Node): number {
  if (!node['Relation Name']) return 0;
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return (node['Actual Rows'] + removed) * node['Actual Loops'];
}

function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const child of node.Plans ?? []) yield* nodesOf(child);
}
