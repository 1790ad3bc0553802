import { openDb } from '@trust/service-kit/database/db';
import type { DB } from './db/schema.ts';
import { changeRole } from './roles/change-role.ts';
import { findOperatorIds } from './roles/queries.ts';
import { seededOperators } from './roles/seeded-operators.ts';
import { announcePerson } from './snapshots/announce-person.ts';
import { openVault } from './subject-keys/vault.ts';

if (process.env.TRUST_MODE === 'development') await seedOperators();
else process.stdout.write('Seeded no operators: example operators require TRUST_MODE=development.\n');

async function seedOperators(): Promise<void> {
  const { DATABASE_URL = '', DATABASE_DIRECT_URL: url = DATABASE_URL } = process.env;
  await using db = openDb<DB>({ url, connectTimeout: 30_000 });
  const vault = openVault(process.env.SUBJECT_KEY_SECRET ?? '');
  let isNew = true;
  for (const [identifier, role] of Object.entries(seededOperators)) {
    const changed = await changeRole({ db, vault }, { action: 'grant', identifier, role }, new Date());
    isNew &&= changed !== undefined;
  }
  // On a restarted stack, a service with a new projection needs the operators.
  if (isNew) return;
  for (const id of await findOperatorIds(db)) await db.transact((trx) => announcePerson(trx, id));
}
