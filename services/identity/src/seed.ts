import type { OperatorRole } from '@trust/contracts/permissions';
import { openDb } from '@trust/service-kit/database/db';
import type { DB } from './db/schema.ts';
import { announceOperators } from './roles/announce-operators.ts';
import { changeRole } from './roles/change-role.ts';
import { openVault } from './subject-keys/vault.ts';

// One operator for each role, and a second one where separation of duties needs it.
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

if (process.env.TRUST_MODE !== 'development') throw new Error('Seeding operators requires TRUST_MODE=development.');
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
// On a restarted stack, a service with a new projection needs the operators.
if (!isNew) await announceOperators(db, new Date());
