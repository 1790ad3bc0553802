import { parseArgs } from 'node:util';
import { openDb } from '@trust/service-kit/database/db';
import { Problem } from '@trust/service-kit/http/problem';
import type { DB } from '../db/schema.ts';
import { openVault } from '../subject-keys/vault.ts';
import { changeHold, type HoldChange } from './change-hold.ts';
import { listHolds } from './queries.ts';

const usage = `Lists, places and lifts legal holds. A person under a legal hold cannot be erased.

  npm run holds -- list
  npm run holds -- place <person id, email or phone> <reason>
  npm run holds -- lift  <person id, email or phone>

The reason has 3 to 200 characters and stays in the audit log: give a file number, no personal data.
Uses DATABASE_URL and SUBJECT_KEY_SECRET of the identity service. Default: the platform that runs on DATA_DIR.`;

const { positionals, values } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } });
const [action, who = '', ...words] = positionals;
const reason = words.join(' ').trim();
const { DATABASE_URL, DATABASE_DIRECT_URL: url = DATABASE_URL, SUBJECT_KEY_SECRET: secret } = process.env;

if (values.help || !action) {
  console.log(usage);
} else if (!url || !secret) {
  fail('DATABASE_URL or SUBJECT_KEY_SECRET is not set and no local stack is running. Set both, or run npm start.');
} else if (action === 'list') {
  await using db = openDb<DB>({ url });
  for (const hold of await listHolds(db)) {
    console.log(`${hold.person_id}  since ${hold.placed_at.toISOString()}  ${hold.reason}`);
  }
} else if (action === 'place' && who && reason.length >= 3 && reason.length <= 200) {
  await change({ url, secret }, { action, who, reason });
} else if (action === 'lift' && who && !reason) {
  await change({ url, secret }, { action, who });
} else {
  fail(usage);
}

async function change(settings: { url: string; secret: string }, request: HoldChange): Promise<void> {
  await using db = openDb<DB>({ url: settings.url });
  try {
    const result = await changeHold({ db, vault: openVault(settings.secret) }, request, new Date());
    if (!result) fail('Person not found, or erased.');
    else if (!result.changed) console.log('Nothing to change.');
    else console.log(`${request.action === 'place' ? 'Legal hold placed' : 'Legal hold lifted'}: ${result.personId}`);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    fail(error.detail.en);
  }
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 2;
}
