import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Client } from 'pg';
import { ensurePackages } from '../../deploy/local/packages/ensure-packages.ts';
import { startPostgres } from '../../deploy/local/postgres/postgres.ts';
import type { serviceDatabases } from '../../deploy/local/services.ts';
import { readRun } from '../../deploy/local/supervisor/run-file.ts';
import { bulkFill } from '../bulk-fill.ts';
import { startPlatform } from '../platform.ts';
import { copyOf, insertCopies, readTemplate, type Template, type TemplateRows } from './copies.ts';
import { hashOf, type MadeTemplate, makeTemplates, open, spreadSeconds } from './templates.ts';

/** Of a hundred providers. */
const shares = { published: 10, inReview: 5, begun: 85 };
const batch = 100_000;
const callers = 40;

type Range = { from: number; to: number };
export type Caller = { token: string; n: number };
export type Filled = {
  folder: string;
  size: number;
  templates: MadeTemplate[];
  /** Sessions of copies: representatives of each kind of provider, and customers. */
  callers: Record<'published' | 'inReview' | 'begun' | 'customer', Caller[]>;
  seconds: number;
  rows: number;
};

/** The URL of a database of the platform in `folder`, as superuser. */
export function superuserUrl(folder: string, database: string): string {
  const password = readFileSync(join(folder, 'postgres/superuser.password'), 'utf8');
  const port = readRun(folder)?.ports?.postgres;
  return `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
}

/** Runs a platform in `folder` with one provider of each kind, and stops it. */
export async function makeBase(folder: string, environment: Record<string, string>): Promise<MadeTemplate[]> {
  await using platform = await startPlatform(folder, environment);
  return await makeTemplates(platform.url, (database) => superuserUrl(folder, database));
}

/** Copies the stopped platform of `base` and fills it up to `size` providers. */
export async function fillPlatform(
  base: { folder: string; templates: MadeTemplate[] },
  folder: string,
  size: number,
): Promise<Filled> {
  const { templates } = base;
  await promisify(execFile)('cp', ['-a', base.folder, folder]);
  const { postgresBin: bin } = await ensurePackages(() => {});
  const settings = { bin, dataDir: join(folder, 'postgres'), durable: false };
  await using postgres = await startPostgres(settings, { stopWithParent: true });
  const filled: Filled['callers'] = { published: [], inReview: [], begun: [], customer: [] };
  const started = performance.now();
  let rows = 0;
  // The large ones first, two at a time.
  const queue = (['provider', 'evidence', 'verification', 'operations', 'identity', 'webhooks'] as const).values();
  const worker = async () => {
    for (const name of queue) {
      const count = await fillDatabase(name);
      rows += count;
    }
  };
  const fillDatabase = async (name: (typeof serviceDatabases)[number]) => {
    await using db = await open(postgres.superuserUrl(name));
    const begun = performance.now();
    let count = 0;
    // The persons of operators are not copied.
    const operators = (template: MadeTemplate) => new Set(name === 'identity' ? [] : template.operators);
    const parts: { template: MadeTemplate; one: Template; range: Range; rows: TemplateRows }[] = [];
    for (const [template, range] of rangesOf(templates, size)) {
      const transactions = template.transactions[name];
      const ids = { mine: new Set(template.mine), operators: operators(template) };
      const one = { ...ids, transactions, spreadSeconds: spreadSeconds[template.kind] };
      parts.push({ template, one, range, rows: await readTemplate(db.client, one) });
    }
    await bulkFill(db.client, async () => {
      for (const { template, one, range, rows } of parts) {
        const { from, to } = range;
        for (let first = from; first <= to; first += batch) {
          count += await insertCopies(db.client, one, rows, { from: first, to: Math.min(to, first + batch - 1) });
        }
        if (name === 'identity') Object.assign(filled, await openSessions(db.client, template, { from, to }, filled));
      }
    });
    const seconds = Math.round((performance.now() - begun) / 1000);
    process.stderr.write(`${size} providers, ${name}: ${count} rows in ${seconds} s\n`);
    return count;
  };
  await Promise.all([worker(), worker()]);
  return { folder, size, templates, callers: filled, seconds: (performance.now() - started) / 1000, rows };
}

/** Numbers of the copies of each template. */
function rangesOf(templates: MadeTemplate[], size: number): [MadeTemplate, Range][] {
  let from = 1;
  return templates.map((template) => {
    const to = from + Math.round((size * shares[template.kind]) / 100) - 1;
    const range = { from, to };
    from = to + 1;
    return [template, range];
  });
}

/** Access tokens of some copies, spread over all. */
async function openSessions(
  client: Client,
  { kind, ids }: MadeTemplate,
  { from, to }: { from: number; to: number },
  filled: Filled['callers'],
): Promise<Filled['callers']> {
  const opened = { ...filled };
  for (const [who, into] of [
    ['ownerSession', kind],
    ['customerSession', 'customer'],
  ] as const) {
    const session = ids[who];
    if (!session) continue;
    const list = Array.from({ length: callers }, (_, index) => ({
      token: randomBytes(32).toString('base64url'),
      n: from + Math.floor(((to - from) * index) / callers),
    }));
    for (const { token, n } of list) {
      const id = copyOf(session, `${n}::bigint`);
      await client.query(
        `update session set created_at = now(), authenticated_at = now(), last_used_at = now(), ends_at = now() + interval '1 day' where id = ${id}`,
      );
      const { rowCount } = await client.query(
        `insert into access_token (token_hash, session_id, expires_at) select $1, id, now() + interval '1 day' from session where id = ${id}`,
        [hashOf(token)],
      );
      if (rowCount !== 1) throw new Error(`Copy ${n} of ${kind} has no session.`);
    }
    opened[into] = list;
  }
  return opened;
}
