import { openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { serviceDatabases } from '../../deploy/local/services.ts';
import { superuserUrl } from './fill.ts';
import { open } from './templates.ts';

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
/** What the statements of a request read: rows, and tables read as a whole. */
export type Reads = { rows: number; scanned: string[] };

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
      await using db = await open(superuserUrl(folder, name));
      const { rows } = await db.client.query(
        `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > $1`,
        [size / 20],
      );
      for (const { relname } of rows) large.add(relname);
    }
    await using db = await open(superuserUrl(folder, 'postgres'));
    await db.client.query(`load 'auto_explain'`);
    for (const [name, value] of Object.entries(settings))
      await db.client.query(`alter system set ${name} = '${value}'`);
    await restartSessions(db.client);
    const plans = new Plans(join(folder, 'logs/postgres.log'), large);
    for (const { 'Query Text': text } of await plans.#during(() => delay(20_000))) plans.#background.add(text);
    return plans;
  }

  /** Reads of one of `count` requests, on average; the tables of all. */
  async of(count: number, work: () => Promise<void>): Promise<Reads> {
    let rows = 0;
    const scanned = new Set<string>();
    for (const { 'Query Text': text, Plan: plan } of await this.#during(work)) {
      if (this.#background.has(text)) continue;
      for (const node of nodesOf(plan)) {
        const table = node['Relation Name'];
        if (!table) continue;
        const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
        rows += (node['Actual Rows'] + removed) * node['Actual Loops'];
        if (node['Node Type'] === 'Seq Scan' && node['Actual Loops'] > 0 && this.#large.has(table)) scanned.add(table);
      }
    }
    return { rows: rows / count, scanned: [...scanned] };
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
    await using db = await open(superuserUrl(folder, 'postgres'));
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

function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const child of node.Plans ?? []) yield* nodesOf(child);
}
