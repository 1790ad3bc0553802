import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensurePackages } from '../../deploy/local/packages/ensure-packages.ts';
import { startPostgres } from '../../deploy/local/postgres/postgres.ts';
import type { serviceDatabases } from '../../deploy/local/services.ts';
import { readRun } from '../../deploy/local/supervisor/run-file.ts';
import { reminderDays } from '../../services/evidence/src/items/renewals/renewal.ts';
import { exclusiveFill } from '../bulk-fill.ts';
import { openDatabase } from '../databases.ts';
import { startPlatform } from '../platform.ts';
import { insertCopies, readTemplate } from './copies.ts';
import { readTables } from './tables.ts';
import { type MadeTemplate, makeTemplates, spreadSeconds } from './templates.ts';

/** The shares are percentages of all providers. */
const shares = { published: 10, inReview: 5, begun: 85 };
export const environment = { EDGE_REQUESTS_PER_MINUTE: '1000000000', SCANNER: 'eicar-only' };

type Range = { from: number; to: number };
export type Filled = {
  folder: string;
  size: number;
  templates: MadeTemplate[];
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
export async function makeBase(folder: string): Promise<MadeTemplate[]> {
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
    await using db = await openDatabase(postgres.superuserUrl(name));
    const begun = performance.now();
    let count = 0;
    // The persons of operators are not copied.
    const operators = (template: MadeTemplate) => new Set(name === 'identity' ? [] : template.operators);
    const tables = await readTables(db.client);
    await exclusiveFill(db.client, async () => {
      for (const [template, range] of rangesOf(templates, size)) {
        const transactions = template.transactions[name];
        const ids = { mine: new Set(template.mine), operators: operators(template) };
        const one = { ...ids, transactions, spreadSeconds: spreadSeconds[template.kind] };
        count += await insertCopies(db.client, one, await readTemplate(db.client, tables, one), range);
      }
    });
    if (name === 'evidence') await db.client.query(sentReminders, [reminderDays]);
    const seconds = Math.round((performance.now() - begun) / 1000);
    process.stderr.write(`${size} providers, ${name}: ${count} rows in ${seconds} s\n`);
    return count;
  };
  await Promise.all([worker(), worker()]);
  return { folder, size, templates, seconds: (performance.now() - started) / 1000, rows };
}

/** Copies of claims that end soon: the platform would send thousands of reminders while it is measured. */
const sentReminders = `
  insert into claim_reminder (claim_id, days_before, sent_at)
  select id, days_before, now() from claim, unnest($1::int[]) days_before
  where state = 'active' and valid_until - make_interval(hours => 24 * days_before) <= now()
  on conflict do nothing`;

/** Numbers of the copies of each template. */
export function rangesOf(templates: MadeTemplate[], size: number): [MadeTemplate, Range][] {
  let from = 1;
  return templates.map((template) => {
    const to = from + Math.round((size * shares[template.kind]) / 100) - 1;
    const range = { from, to };
    from = to + 1;
    return [template, range];
  });
}
