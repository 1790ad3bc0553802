import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type UrlOf, withClient } from './server.ts';

/** In the folder of the backup, for `npm run erasures -- repeat`. */
export const erasuresFile = (folder: string) => join(folder, 'erasures-since.txt');

const sources = [
  {
    database: 'identity',
    table: 'erasure',
    query: 'select person_id as id, erased_at as at from erasure where erased_at >= $1',
  },
  {
    database: 'operations',
    table: 'audit_entry',
    query: `select body ->> 'objectId' as id, (body ->> 'occurredAt')::timestamptz as at
            from (select entry::jsonb as body from audit_entry where entry like '%Account"%' or entry like '%repeatErasure"%') found
            where body ->> 'action' in ('deleteAccount', 'repeatErasure') and body ->> 'outcome' = 'done'
            and (body ->> 'occurredAt')::timestamptz >= $1`,
  },
];

/**
 * Saves the people erased since the backup, before a restore replaces the databases that record them: identity, and
 * the audit log in case identity is damaged. Adds to the list of an interrupted restore.
 */
export async function saveLostErasures(
  urlOf: UrlOf,
  { folder, since, report }: { folder: string; since: string; report: (line: string) => void },
): Promise<void> {
  const file = erasuresFile(folder);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const known = new Set(lines.map((line) => line.split(' ', 1)[0]));
  for (const { database, table, query } of sources) {
    const found = await erasuresIn(urlOf(database), table, query, since).catch((error: Error) => {
      report(`${database}: erasures since the backup cannot be read: ${error.message}`);
      return [];
    });
    for (const { id, at } of found) {
      if (known.has(id)) continue;
      known.add(id);
      lines.push(`${id} ${at.toISOString()}`);
    }
  }
  if (lines.length === 0) return;
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
  report(`${lines.length} persons erased since the backup, saved in ${file}`);
}

function erasuresIn(url: string, table: string, query: string, since: string): Promise<{ id: string; at: Date }[]> {
  return withClient(url, async (client) => {
    // On a new server the databases are empty.
    const { rows } = await client.query('select to_regclass($1) is not null as exists', [table]);
    if (!rows[0]?.exists) return [];
    return (await client.query<{ id: string; at: Date }>(query, [since])).rows;
  });
}
