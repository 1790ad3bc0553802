import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type UrlOf, withClient } from './server.ts';

/** In the folder of the backup: the kids of signing keys that were retired. */
export const keysFile = (folder: string) => join(folder, 'retired-keys.txt');

type RetiredKey = { kid: string; is_compromised: boolean };
type RestoredKey = RetiredKey & { is_retired: boolean };

const sources = [
  {
    database: 'provider',
    table: 'signing_key',
    query: 'select kid, is_compromised from signing_key where retired_at is not null',
  },
  {
    database: 'operations',
    table: 'audit_entry',
    query: `select object_id as kid, (entry::jsonb -> 'after' ->> 'isCompromised')::boolean as is_compromised
            from audit_entry where service = 'provider' and action = 'retireSigningKey' and outcome = 'done'`,
  },
];

/**
 * Saves which signing keys are retired, before a restore replaces the databases that record it: provider, and the
 * audit log in case provider is damaged. Adds to the list of an interrupted restore.
 */
export async function saveRetiredKeys(
  urlOf: UrlOf,
  { folder, report }: { folder: string; report: (line: string) => void },
): Promise<void> {
  const retired = new Map(readRetiredKeys(folder).map(({ kid, is_compromised }) => [kid, is_compromised]));
  for (const { database, table, query } of sources) {
    const found = await keysIn<RetiredKey>(urlOf(database), table, query).catch((error: Error) => {
      report(`${database}: retired signing keys cannot be read: ${error.message}`);
      return [];
    });
    for (const { kid, is_compromised } of found) retired.set(kid, is_compromised || (retired.get(kid) ?? false));
  }
  if (retired.size === 0) return;
  const lines = [...retired].map(([kid, isCompromised]) => `${kid} ${isCompromised ? 'compromised' : 'retired'}\n`);
  writeFileSync(keysFile(folder), lines.join(''), { mode: 0o600 });
}

/** The commands that retire them again; none if the restored database knows them as retired, or does not know them. */
async function keysToRetire(urlOf: UrlOf, folder: string): Promise<string[]> {
  const saved = readRetiredKeys(folder);
  if (saved.length === 0) return [];
  const restored = await keysIn<RestoredKey>(
    urlOf('provider'),
    'signing_key',
    'select kid, retired_at is not null as is_retired, is_compromised from signing_key',
  );
  const commands: string[] = [];
  for (const { kid, is_compromised: isCompromised } of saved) {
    const key = restored.find((one) => one.kid === kid);
    if (!key || (isCompromised ? key.is_compromised : key.is_retired)) continue;
    commands.push(`npm run keys -- retire ${kid}${isCompromised ? ' --compromised' : ''}`);
  }
  return commands;
}

/** Before the platform opens: a key that was stolen would sign again, and its cards would be valid. */
export async function refuseRetiredKeys(urlOf: UrlOf, folder: string): Promise<void> {
  const commands = await keysToRetire(urlOf, folder);
  if (commands.length === 0) return;
  throw new Error(`The platform stays closed: signing keys that were retired since the backup are valid again. Run:
  npm run keys -- rotate --now   (unless \`npm run keys -- list\` shows another key that signs, or is next)
${commands.map((command) => `  ${command}`).join('\n')}
Add --compromised to a key that is still published: every card that it signed has expired. Then run this again.`);
}

function readRetiredKeys(folder: string): RetiredKey[] {
  const file = keysFile(folder);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => {
    const [kid = '', state] = line.split(' ');
    return { kid, is_compromised: state === 'compromised' };
  });
}

function keysIn<Key extends RetiredKey>(url: string, table: string, query: string): Promise<Key[]> {
  return withClient(url, async (client) => {
    // On a new server the databases are empty.
    const { rows } = await client.query('select to_regclass($1) is not null as exists', [table]);
    return rows[0]?.exists ? (await client.query<Key>(query)).rows : [];
  });
}
