import { parseArgs } from 'node:util';
import { openDb } from '@trust/service-kit/database/db';
import { asProblem } from '@trust/service-kit/http/problem';
import type { DB } from '../db/schema.ts';
import { runUnlock } from '../sign-in-failures/run-unlock.ts';
import { openVault } from '../subject-keys/vault.ts';

const usage = `npm run people -- unlock <email, phone or person id> [reason]   lets a person sign in on new devices again

After 100 wrong codes in a row for a number or address, only devices that have signed in before can sign in, and the
event identity.sign-in.stopped.v1 names the person. A sign-in on a known device resets the count, and so does this
command. Each use is audited.
Uses DATABASE_URL and SUBJECT_KEY_SECRET of the identity service. Default: the platform that runs on DATA_DIR.`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { help: { type: 'boolean', short: 'h' } },
});
const [action, ...words] = positionals;
const unknownOption = Object.keys(values).find((name) => name !== 'help');
const { DATABASE_URL, DATABASE_DIRECT_URL: url = DATABASE_URL, SUBJECT_KEY_SECRET: secret } = process.env;

if (values.help || (action === undefined && !unknownOption)) console.log(usage);
else if (unknownOption) fail(`Unknown option: ${unknownOption}.\n\n${usage}`);
else if (action !== 'unlock') fail(`Unknown command: ${action}.\n\n${usage}`);
else if (!url || !secret)
  fail('DATABASE_URL or SUBJECT_KEY_SECRET is not set and no local stack is running. Set both, or run npm start.');
else await unlock(url, secret);

async function unlock(databaseUrl: string, vaultSecret: string): Promise<void> {
  await using db = openDb<DB>({ url: databaseUrl });
  try {
    const result = await runUnlock({ db, vault: openVault(vaultSecret) }, words, { operatorsOnly: false });
    if (result.isError) fail(result.text);
    else console.log(result.text);
  } catch (error) {
    const problem = asProblem(error);
    if (!problem) throw error;
    fail(
      problem.slug === 'unavailable'
        ? 'Cannot connect to the identity database. Check DATABASE_URL.'
        : problem.detail.en,
    );
  }
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 2;
}
