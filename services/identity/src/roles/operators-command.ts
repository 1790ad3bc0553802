import { parseArgs } from 'node:util';
import { type OperatorRole, operatorRoles } from '@trust/contracts/permissions';
import { openDb } from '@trust/service-kit/db';
import { Problem } from '@trust/service-kit/problem';
import type { DB } from '../db/schema.ts';
import { openVault } from '../subject-keys/vault.ts';
import { changeRole } from './change-role.ts';
import { listOperators } from './queries.ts';

const usage = `Who may operate the platform.

  npm run operators -- list
  npm run operators -- grant  <e-mail or phone> <role>
  npm run operators -- revoke <e-mail or phone> <role>

Roles: ${operatorRoles.join(', ')}.
Reads DATABASE_URL and SUBJECT_KEY_SECRET of the identity service; without them, those of the local stack.`;

const { positionals, values } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } });
const [action, identifier, role] = positionals;
const { DATABASE_URL: url, SUBJECT_KEY_SECRET: secret } = process.env;

if (values.help || !action) {
  console.log(usage);
} else if (!url || !secret) {
  fail('DATABASE_URL and SUBJECT_KEY_SECRET are not both set, and no local stack was found.');
} else if (action === 'list') {
  await using db = openDb<DB>({ url });
  for (const { identifier: who, role: what, grantedAt } of await listOperators(db, openVault(secret))) {
    console.log(`${who.padEnd(40)} ${what.padEnd(12)} since ${grantedAt.toISOString()}`);
  }
} else if ((action === 'grant' || action === 'revoke') && identifier && isRole(role)) {
  await change({ url, secret }, { action, identifier, role });
} else {
  fail(usage);
}

async function change(
  settings: { url: string; secret: string },
  wanted: Parameters<typeof changeRole>[1],
): Promise<void> {
  await using db = openDb<DB>({ url: settings.url });
  try {
    const changed = await changeRole({ db, vault: openVault(settings.secret) }, wanted, new Date());
    const done = wanted.action === 'grant' ? 'Granted' : 'Revoked';
    console.log(changed ? `${done} ${wanted.role}: ${wanted.identifier}` : 'Nothing to change.');
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    fail(error.detail.en);
  }
}

function isRole(text: string | undefined): text is OperatorRole {
  return operatorRoles.includes(text as OperatorRole);
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 2;
}
