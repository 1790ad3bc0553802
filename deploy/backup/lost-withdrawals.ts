import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type UrlOf, withClient } from './server.ts';

/** In the folder of the backup, for `npm run consents -- repeat`. */
export const withdrawalsFile = (folder: string) => join(folder, 'withdrawals-since.txt');

type Entry = { personId: string; policyKey: string; version: string; at: Date };

const sources = [
  {
    database: 'identity',
    table: 'consent_entry',
    query: `select person_id as "personId", policy_key as "policyKey", version, at
            from consent_entry where at >= $1 and not granted order by id`,
  },
  {
    database: 'operations',
    table: 'audit_entry',
    query: `select coalesce(body ->> 'actorId', body ->> 'objectId') as "personId",
              coalesce(body -> 'after' ->> 'policyKey', body ->> 'objectId') as "policyKey",
              body -> 'after' ->> 'version' as version,
              coalesce(body -> 'after' ->> 'withdrawnAt', body ->> 'occurredAt')::timestamptz as at
            from (select entry::jsonb as body, seq from audit_entry
              where action in ('putConsent', 'repeatWithdrawal') and outcome = 'done' and occurred_at >= $1) found
            where body -> 'after' ->> 'granted' = 'false' order by seq`,
  },
];

/**
 * Saves the consents withdrawn since the backup, before a restore replaces the ledger: nobody but the person has a route
 * for them. Also those given again later, which allowed nothing from before the withdrawal: a restored contact would
 * rest on the earlier consent. The audit log, which has only what the account changed, if the ledger cannot be read.
 * Adds to the list of an interrupted restore.
 */
export async function saveLostWithdrawals(
  urlOf: UrlOf,
  { folder, since, report }: { folder: string; since: string; report: (line: string) => void },
): Promise<void> {
  const file = withdrawalsFile(folder);
  const known = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const lines = new Set(known);
  for (const { database, table, query } of sources) {
    const found = await entriesIn(urlOf(database), table, query, since).catch((error: Error) => {
      report(`${database}: consents withdrawn since the backup cannot be read: ${error.message}`);
      return undefined;
    });
    for (const { personId, policyKey, version, at } of found ?? [])
      lines.add(`${personId} ${policyKey} ${version} ${at.toISOString()}`);
    if (found) break;
  }
  if (lines.size === 0) return;
  writeFileSync(file, `${[...lines].join('\n')}\n`, { mode: 0o600 });
  report(`${lines.size} consents withdrawn since the backup, saved in ${file}`);
}

/** Undefined without the table: on a new server the databases are empty. */
function entriesIn(url: string, table: string, query: string, since: string): Promise<Entry[] | undefined> {
  return withClient(url, async (client) => {
    const { rows } = await client.query('select to_regclass($1) is not null as exists', [table]);
    if (!rows[0]?.exists) return undefined;
    return (await client.query<Entry>(query, [since])).rows;
  });
}
