import type { OperatorRole } from '@trust/contracts/permissions';
import { openDb } from '@trust/service-kit/database/db';
import type { DB } from './db/schema.ts';
import { announceOperators } from './roles/announce-operators.ts';
import { changeRole } from './roles/change-role.ts';
import { openVault } from './subject-keys/vault.ts';

// The operators of a development stack, one a role and a second where separation of duties needs another person.
const operators: Record<string, OperatorRole> = {
  triage: 'triage',
  reviewer: 'reviewer',
  reviewer2: 'reviewer',
  decider: 'decider',
  decider2: 'decider',
  'field-agent': 'field-agent',
  supervisor: 'supervisor',
  supervisor2: 'supervisor',
  security: 'security',
  auditor: 'auditor',
};

if (process.env.TRUST_MODE !== 'development') throw new Error('Example operators are for development only.');
await using db = openDb<DB>({ url: process.env.DATABASE_URL ?? '' });
const vault = openVault(process.env.SUBJECT_KEY_SECRET ?? '');
let isNew = true;
for (const [name, role] of Object.entries(operators)) {
  const changed = await changeRole(
    { db, vault },
    { action: 'grant', identifier: `${name}@example.test`, role },
    new Date(),
  );
  isNew &&= changed !== undefined;
}
// A stack that was started before may have services that do not know its operators yet.
if (!isNew) await announceOperators(db, new Date());
