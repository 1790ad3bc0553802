import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import contract from '@trust/contracts/openapi.json' with { type: 'json' };
import type { DatabaseService } from '../local/services.ts';
import { type Entry, endings, isListedFirst } from './endings.ts';
import { type UrlOf, withClient } from './server.ts';

/** In the folder of the backup: what ended since, which somebody must repeat. */
export const endingsFile = (folder: string) => join(folder, 'endings-since.txt');

const unknown = `Nobody can know from the platform what ended since the backup: its newer audit log is gone.
Ask the operators who worked since then for: compromised signing keys, revoked roles, emergency actions, overrides, incidents, decisions,
suspended and closed providers, ended claim subjects, renamed or handed over providers, withdrawn consents and reviews.`;

type Options = { folder: string; since: string; services: readonly DatabaseService[]; report: (line: string) => void };

/**
 * Saves what the audit log recorded of the restored services since the backup, before a restore replaces the log.
 * Adds to the list of an interrupted restore. What other services did reaches the restored one as events.
 */
export async function saveLostEndings(urlOf: UrlOf, { folder, since, services, report }: Options): Promise<void> {
  const file = endingsFile(folder);
  const known = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const found = await endingsIn(urlOf('operations'), since, services).catch((error: Error) => {
    report(`operations: its audit log cannot be read: ${error.message}`);
    return undefined;
  });
  // The log that an interrupted restore has replaced is older, and so is its answer.
  if (!found && known.length === 0) known.push(...unknown.split('\n'));
  for (const line of (found ?? []).map(lineOf)) if (!known.includes(line)) known.push(line);
  const rank = (line: string) => Number(!isListedFirst(line.split(' ')[2] ?? ''));
  known.sort((one, other) => rank(one) - rank(other));
  writeFileSync(file, known.map((line) => `${line}\n`).join(''), { mode: 0o600 });
}

/** For the end of a restore and of `--finish`. */
export function describeEndings(folder: string): string[] {
  const file = endingsFile(folder);
  if (!existsSync(file)) return ['', ...unknown.split('\n')];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  if (lines.length === 0) return ['', 'Nothing ended since the backup, as far as the audit log shows.'];
  if (lines.includes(unknown.split('\n')[0] ?? '')) return ['', ...lines];
  return [
    '',
    `Ended since the backup, and valid again: ${lines.length}, in ${file}. Look at each, and repeat it by hand:`,
    ...lines.map((line) => `  ${line}`),
  ];
}

function lineOf(entry: Entry): string {
  const { at, service, action, actorId, objectType, objectId, before, after } = entry;
  const details = Object.entries({ ...before, ...after }).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${value}`],
  );
  const object = [objectType, objectId ?? '', ...details];
  const by = actorId ? [`by=${actorId}`] : [];
  return [at.toISOString(), service, action, ...object, ...by, `→ ${repetitionOf(entry)}`].join(' ');
}

function repetitionOf(entry: Entry): string {
  const command = endings[entry.action]?.command;
  if (command) return command(entry);
  for (const [path, operations] of Object.entries(contract.paths))
    for (const [method, operation] of Object.entries(operations as Record<string, { operationId?: string }>))
      if (operation.operationId === entry.action) return `${method.toUpperCase()} ${path}`;
  return 'see the object';
}

/** Undefined if the log has no entry since the backup: it is that of a new server, or as old as the backup. */
function endingsIn(url: string, since: string, services: readonly DatabaseService[]): Promise<Entry[] | undefined> {
  return withClient(url, async (client) => {
    const { rows: tables } = await client.query(`select to_regclass('audit_entry') is not null as exists`);
    if (!tables[0]?.exists) return undefined;
    const { rows: newer } = await client.query('select from audit_entry where occurred_at >= $1 limit 1', [since]);
    if (newer.length === 0) return undefined;
    const { rows } = await client.query<Entry>(
      `select occurred_at as at, service, action, actor_id as "actorId", object_type as "objectType", object_id as "objectId",
         entry::jsonb -> 'before' as before, entry::jsonb -> 'after' as after
       from audit_entry where occurred_at >= $1 and action = any($2) and outcome = 'done' and service = any($3)
       order by seq`,
      [since, Object.keys(endings), services],
    );
    return rows.filter((entry) => !endings[entry.action]?.endsNothing?.(entry));
  });
}
