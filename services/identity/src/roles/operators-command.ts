import { parseArgs } from 'node:util';
import { type OperatorRole, operatorRoles } from '@trust/contracts/permissions';
import { openDb } from '@trust/service-kit/db';
import { Problem } from '@trust/service-kit/problem';
import type { DB } from '../db/schema.ts';
import { changeRole } from './change-role.ts';
import { listOperators } from './queries.ts';

const usage = `Who may operate the platform.

  npm run operators -- list
  npm run operators -- grant  <e-mail or phone> <role>
  npm run operators -- revoke <e-mail or phone> <role>

Roles: ${operatorRoles.join(', ')}.
Reads DATABASE_URL of the identity service; without it, that of the local stack.`;

const { positionals, values } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } });
const [action, identifier, role] = positionals;
const url = process.env.DATABASE_URL;

if (values.help || !action) {
  console.log(usage);
} else if (!url) {
  fail('DATABASE_URL is not set, and no local stack was found.');
} else if (action === 'list') {
  await using db = openDb<DB>({ url });
  for (const { identifier: who, role: what, granted_at } of await listOperators(db)) {
    console.log(`${who.padEnd(40)} ${what.padEnd(12)} since ${granted_at.toISOString()}`);
  }
} else if ((action === 'grant' || action === 'revoke') && identifier && isRole(role)) {
  await change(url, { action, identifier, role });
} else {
  fail(usage);
}

async function change(databaseUrl: string, wanted: Parameters<typeof changeRole>[1]): Promise<void> {
  await using db = openDb<DB>({ url: databaseUrl });
  try {
    const changed = await changeRole(db, wanted, new Date());
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
